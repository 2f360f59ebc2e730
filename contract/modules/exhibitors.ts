import { f } from '../fields.ts'
import { photoRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'
import { namedFields } from './named-fields.ts'

/** Exhibitors of the concurrent exhibition. On screens: show. */
export const exhibitors = defineModule({
  name: 'exhibitors',
  label: { 'zh-CN': '参展单位', en: 'Exhibitors' },
  group: 'content',
  titleTemplate: '{{booth}} {{name}}',
  fields: {
    ...namedFields,
    kind: f.enum({
      label: { 'zh-CN': '展区', en: 'Area' },
      required: true,
      typeCode: 'exhibitor_kind',
      options: [
        { value: 'generation', label: { 'zh-CN': '清洁发电', en: 'Clean generation' } },
        { value: 'storage', label: { 'zh-CN': '新型储能', en: 'Energy storage' } },
        { value: 'hydrogen', label: { 'zh-CN': '氢能', en: 'Hydrogen' } },
        { value: 'grid', label: { 'zh-CN': '电网与数字化', en: 'Grids and digital' } },
        { value: 'use', label: { 'zh-CN': '绿色用能', en: 'Clean use of energy' } },
      ],
    }),
    booth: f.string({
      label: { 'zh-CN': '展位', en: 'Booth' },
      required: true,
      max: 16,
      unique: true,
      searchable: true,
    }),
    description: f.text({
      label: { 'zh-CN': '简介', en: 'Description' },
      localized: true,
      max: 5000,
      searchable: true,
    }),
    url: f.url({ label: { 'zh-CN': '网站', en: 'Website' }, max: 500 }),
    logo: f.image({ label: { 'zh-CN': '标志', en: 'Logo' }, accept: photoRules }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
})
