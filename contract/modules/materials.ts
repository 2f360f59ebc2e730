import { f } from '../fields.ts'
import { presentationRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'

/**
 * Public speech files. The files that speakers submit (`speech_materials`) stay private. Organisers publish a file by
 * adding it here once its speaker agrees. Later submissions do not change it.
 */
export const materials = defineModule({
  name: 'materials',
  label: { 'zh-CN': '演讲资料', en: 'Speech files' },
  group: 'content',
  titleTemplate: '{{title}}',
  fields: {
    title: f.string({
      label: { 'zh-CN': '标题', en: 'Title' },
      localized: true,
      required: true,
      max: 300,
      searchable: true,
    }),
    /** The speaker, as named in the agenda. */
    presenter: f.string({
      label: { 'zh-CN': '演讲人', en: 'Presenter' },
      localized: true,
      max: 200,
      searchable: true,
    }),
    session: f.relation('sessions', { label: { 'zh-CN': '议程', en: 'Session' }, search: ['title'] }),
    file: f.file({
      label: { 'zh-CN': '文件', en: 'File' },
      required: true,
      accept: presentationRules,
    }),
    published_at: f.datetime({ label: { 'zh-CN': '发布时间', en: 'Published' }, required: true }),
    status: f.enum({
      label: { 'zh-CN': '状态', en: 'Status' },
      required: true,
      typeCode: 'material_status',
      default: 'draft',
      options: [
        { value: 'draft', label: { 'zh-CN': '未公开', en: 'Not public' } },
        { value: 'published', label: { 'zh-CN': '已公开', en: 'Public' } },
      ],
    }),
  },
  published: [{ param: 'status', op: 'eq', value: 'published' }],
  publishedFrom: 'published_at',
  defaultSorters: { published_at: 'desc' },
  search: { group: 'materials', excerpt: ['presenter'], shows: ['session', 'file'] },
})
