import type { EnumOption } from '../field-definition.ts'

/**
 * Kinds of sessions. They have a file of their own, so that screens, which name them, do not load the module's
 * definition.
 */
export const sessionTypes: readonly EnumOption[] = [
  { value: 'ceremony', label: { 'zh-CN': '仪式', en: 'Ceremony' } },
  { value: 'keynote', label: { 'zh-CN': '主旨演讲', en: 'Keynote' } },
  { value: 'talk', label: { 'zh-CN': '演讲', en: 'Talk' } },
  { value: 'panel', label: { 'zh-CN': '圆桌对话', en: 'Panel' } },
  { value: 'workshop', label: { 'zh-CN': '研讨', en: 'Workshop' } },
  { value: 'tour', label: { 'zh-CN': '参观考察', en: 'Tour' } },
  { value: 'break', label: { 'zh-CN': '茶歇', en: 'Break' } },
  { value: 'other', label: { 'zh-CN': '其他', en: 'Other' } },
]
