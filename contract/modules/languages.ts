import type { EnumOption } from '../field-definition.ts'
import { locales } from '../locale.ts'

/** The languages in which people are written to. */
export const languages: readonly EnumOption[] = locales.map((value) => ({
  value,
  label: value === 'zh-CN' ? { 'zh-CN': '中文', en: 'Chinese' } : { 'zh-CN': '英文', en: 'English' },
}))
