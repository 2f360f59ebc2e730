import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'

/** Pages of text about the forum, the city and travel. */
export const pages = defineModule({
  name: 'pages',
  label: { 'zh-CN': '页面', en: 'Pages' },
  group: 'content',
  titleTemplate: '{{title}}',
  fields: {
    position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0 }),
    /** Fragment of the page's URL: `/suzhou#{slug}`. */
    slug: f.string({
      label: { 'zh-CN': '地址', en: 'Address' },
      required: true,
      max: 80,
      pattern: '^[a-z0-9-]+$',
      unique: true,
    }),
    title: f.string({
      label: { 'zh-CN': '标题', en: 'Title' },
      localized: true,
      required: true,
      max: 200,
      searchable: true,
    }),
    /** Content below the text, made from other modules. */
    part: f.enum({
      label: { 'zh-CN': '附加内容', en: 'Under the text' },
      typeCode: 'page_part',
      sortable: false,
      filterable: false,
      options: [
        { value: 'map', label: { 'zh-CN': '示意图', en: 'Map' } },
        { value: 'tours', label: { 'zh-CN': '参观路线', en: 'Tour routes' } },
      ],
    }),
    body: f.richtext({ label: { 'zh-CN': '正文', en: 'Text' }, localized: true, searchable: true }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
  search: { group: 'pages', excerpt: ['body'], shows: ['slug'] },
})
