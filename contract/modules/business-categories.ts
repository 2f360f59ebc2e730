import type { EnumOption } from '../field-definition.ts'

/** The eight business categories, in their order of display. */
export const businessCategories = [
  { value: 'government', label: { 'zh-CN': '政府机构', en: 'Government' } },
  { value: 'developers', label: { 'zh-CN': '开发商', en: 'Developers' } },
  { value: 'equipment_manufacturer', label: { 'zh-CN': '设备制造商', en: 'Equipment manufacturer' } },
  { value: 'financial_investment', label: { 'zh-CN': '金融/投资', en: 'Financial/investment' } },
  { value: 'university_institute', label: { 'zh-CN': '高校及科研院所', en: 'University and institute' } },
  {
    value: 'association_ngo_npo',
    label: { 'zh-CN': '协会/非政府组织/非营利组织', en: 'Association/NGO/NPO' },
  },
  { value: 'media', label: { 'zh-CN': '媒体', en: 'Media' } },
  { value: 'other', label: { 'zh-CN': '其他', en: 'Other' } },
] as const satisfies readonly EnumOption[]
