import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { articleFields } from './article-fields.ts'

/** Questions and their answers. The title is the question; it opens by its number as an article does. */
export const qa = defineModule({
  name: 'qa',
  label: { 'zh-CN': '问答', en: 'Questions and answers' },
  group: 'content',
  titleTemplate: '{{title}}',
  fields: {
    ...articleFields,
    position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0, default: 0 }),
    body: f.richtext({ label: { 'zh-CN': '回答', en: 'Answer' }, localized: true }),
  },
  published: [{ param: 'status', op: 'eq', value: 'published' }],
  defaultSorters: { position: 'asc' },
  searchGroup: 'qa',
})
