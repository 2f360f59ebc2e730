import { f } from '../fields.ts'
import { presentationRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'
import { articleFields } from './article-fields.ts'

/** Files to download. */
export const documents = defineModule({
  name: 'documents',
  label: { 'zh-CN': '资料', en: 'Documents' },
  group: 'content',
  titleTemplate: '{{title}}',
  fields: {
    ...articleFields,
    /** Shown under hot documents too; it stays in the list of all (checklist 308). `is_hot eq 1` finds them. */
    is_hot: f.boolean({ label: { 'zh-CN': '热门', en: 'Hot' }, required: true, default: false }),
    file: f.file({
      label: { 'zh-CN': '文件', en: 'File' },
      required: true,
      accept: { ...presentationRules, kinds: ['pdf', 'docx', 'pptx'] },
    }),
  },
  published: [{ param: 'status', op: 'eq', value: 'published' }],
  defaultSorters: { published_at: 'desc' },
  searchGroup: 'documents',
})
