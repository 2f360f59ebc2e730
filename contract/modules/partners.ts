import { f } from '../fields.ts'
import { photoRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'
import { partnerKinds } from './partner-kinds.ts'

/** Organisers, partners and media partners. */
export const partners = defineModule({
  name: 'partners',
  label: { 'zh-CN': '主办与合作单位', en: 'Organisers and partners' },
  group: 'content',
  titleTemplate: '{{name}}',
  fields: {
    position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0 }),
    kind: f.enum({
      label: { 'zh-CN': '类别', en: 'Kind' },
      required: true,
      typeCode: 'partner_kind',
      options: partnerKinds,
    }),
    name: f.string({
      label: { 'zh-CN': '名称', en: 'Name' },
      localized: true,
      required: true,
      max: 200,
      searchable: true,
    }),
    logo: f.image({ label: { 'zh-CN': '标志', en: 'Logo' }, accept: photoRules }),
    url: f.url({ label: { 'zh-CN': '网站', en: 'Website' }, max: 500 }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
})
