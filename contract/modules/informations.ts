import { f } from '../fields.ts'
import { photoRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'
import { articleFields } from './shared-fields.ts'

/** News of the forum. Only the wire name differs. */
export const informations = defineModule({
  name: 'informations',
  label: { 'zh-CN': '新闻', en: 'News' },
  group: 'content',
  titleTemplate: '{{title}}',
  fields: {
    ...articleFields,
    cover: f.image({ label: { 'zh-CN': '封面', en: 'Cover' }, accept: photoRules }),
    body: f.richtext({ label: { 'zh-CN': '正文', en: 'Text' }, localized: true, searchable: true }),
  },
  published: [{ param: 'status', op: 'eq', value: 'published' }],
  publishedFrom: 'published_at',
  defaultSorters: { published_at: 'desc' },
  search: { group: 'informations', excerpt: ['summary', 'body'], shows: ['no', 'published_at'] },
})
