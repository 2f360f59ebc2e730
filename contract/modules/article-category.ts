import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'

/** Categories of articles. */
export const articleCategory = defineModule({
  name: 'article_category',
  label: { 'zh-CN': '栏目', en: 'Categories' },
  group: 'content',
  titleTemplate: '{{name}}',
  fields: {
    position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0 }),
    name: f.string({ label: { 'zh-CN': '名称', en: 'Name' }, localized: true, required: true, max: 80 }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
})
