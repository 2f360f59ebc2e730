import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { articleFields, ownerField } from './shared-fields.ts'
import { languages } from '../locale.ts'

/**
 * Questions and their answers. The title is the question. Like an article, a question has a number in its URL.
 * Participants submit questions. Only organisers see them until they have translated, answered and published them.
 */
export const qa = defineModule({
  name: 'qa',
  label: { 'zh-CN': '问答', en: 'Questions and answers' },
  group: 'content',
  titleTemplate: '{{title}}',
  fields: {
    ...articleFields,
    status: f.enum({
      label: { 'zh-CN': '状态', en: 'Status' },
      required: true,
      typeCode: 'qa_status',
      default: 'draft',
      options: [
        { value: 'asked', label: { 'zh-CN': '待回答', en: 'Asked' } },
        { value: 'draft', label: { 'zh-CN': '草稿', en: 'Draft' } },
        { value: 'published', label: { 'zh-CN': '已发布', en: 'Published' } },
        // Organisers decided not to publish it; the author still sees the question.
        { value: 'hidden', label: { 'zh-CN': '不公开', en: 'Not published' } },
      ],
    }),
    position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0, default: 0 }),
    body: f.richtext({ label: { 'zh-CN': '回答', en: 'Answer' }, localized: true, searchable: true }),
    /** The author of the question until the answer is published; empty afterwards. */
    owner_id: ownerField,
    /** The author's language, for the notification. */
    asked_in: f.enum({
      label: { 'zh-CN': '提问语言', en: 'Asked in' },
      surfaces: { list: false, form: false, import: false },
      typeCode: 'qa_language',
      options: languages,
    }),
  },
  published: [{ param: 'status', op: 'eq', value: 'published' }],
  publishedFrom: 'published_at',
  defaultSorters: { position: 'asc' },
  presets: [
    {
      name: 'asked',
      label: { 'zh-CN': '待回答', en: 'To be answered' },
      filters: [{ param: 'status', op: 'eq', value: 'asked' }],
      sorters: { created_at: 'asc' },
    },
  ],
  search: { group: 'qa', excerpt: ['summary', 'body'], shows: ['no', 'published_at'] },
})
