import type { EnumOption } from '../field-definition.ts'

/**
 * Kinds of partners, in the order of screens. They have a file of their own, so that the app does not load the module's
 * definition.
 */
export const partnerKinds: readonly EnumOption[] = [
  { value: 'organiser', label: { 'zh-CN': '主办单位', en: 'Organiser' } },
  { value: 'co_organiser', label: { 'zh-CN': '协办单位', en: 'Co-organiser' } },
  { value: 'partner', label: { 'zh-CN': '合作伙伴', en: 'Partner' } },
  { value: 'media', label: { 'zh-CN': '合作媒体', en: 'Media partner' } },
]
