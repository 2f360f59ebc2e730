import type { EnumOption } from '../field-definition.ts'

/**
 * Areas of the exhibition, in the order of screens. They have a file of their own, so that the app does not load the
 * module's definition.
 */
export const exhibitorKinds: readonly EnumOption[] = [
  { value: 'generation', label: { 'zh-CN': '清洁发电', en: 'Clean generation' } },
  { value: 'storage', label: { 'zh-CN': '新型储能', en: 'Energy storage' } },
  { value: 'hydrogen', label: { 'zh-CN': '氢能', en: 'Hydrogen' } },
  { value: 'grid', label: { 'zh-CN': '电网与数字化', en: 'Grids and digital' } },
  { value: 'use', label: { 'zh-CN': '绿色用能', en: 'Clean use of energy' } },
]
