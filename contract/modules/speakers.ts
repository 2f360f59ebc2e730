import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'

/** People (or positions) who speak, moderate or chair. */
export const speakers = defineModule({
  name: 'speakers',
  label: { 'zh-CN': '嘉宾', en: 'Speakers' },
  group: 'programme',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({
      label: { 'zh-CN': '姓名', en: 'Name' },
      localized: true,
      required: true,
      max: 200,
      searchable: true,
    }),
    organisation: f.string({
      label: { 'zh-CN': '单位', en: 'Organisation' },
      localized: true,
      max: 200,
      searchable: true,
    }),
    biography: f.text({
      label: { 'zh-CN': '简介', en: 'Biography' },
      localized: true,
      max: 20_000,
      searchable: true,
    }),
    /** `[{url, title}]` */
    links: f.json({ label: { 'zh-CN': '链接', en: 'Links' } }),
  },
  limits: { allRows: 5000 },
  search: { group: 'speakers', excerpt: ['biography'], shows: ['organisation'] },
})
