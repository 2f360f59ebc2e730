import type { EnumOption } from '../field-definition.ts'

/** In which language a document is written. */
export const documentLanguages = [
  { value: 'zh', label: { 'zh-CN': '中文', en: 'Chinese' } },
  { value: 'en', label: { 'zh-CN': '英文', en: 'English' } },
  { value: 'both', label: { 'zh-CN': '中英双语', en: 'Chinese and English' } },
] as const satisfies readonly EnumOption[]
