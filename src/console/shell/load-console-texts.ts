import { lazyTexts } from './lazy-texts.ts'

/** Texts of the console. */
export const consoleTexts = lazyTexts('console', {
  'zh-CN': () => import('../../../locales/zh-CN/console.json'),
  en: () => import('../../../locales/en/console.json'),
})

/** Texts of the import screens. */
export const importTexts = lazyTexts('console-import', {
  'zh-CN': () => import('../../../locales/zh-CN/console-import.json'),
  en: () => import('../../../locales/en/console-import.json'),
})
