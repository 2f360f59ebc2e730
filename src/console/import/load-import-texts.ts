import { lazyTexts } from '../shell/lazy-texts.ts'

/** Texts of the import screens. */
export const importTexts = lazyTexts('console-import', {
  'zh-CN': () => import('../../../locales/zh-CN/console-import.json'),
  en: () => import('../../../locales/en/console-import.json'),
})
