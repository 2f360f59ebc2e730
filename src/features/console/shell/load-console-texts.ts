import { lazyTexts } from './lazy-texts.ts'

/** What the console says, in either language. */
export const consoleTexts = lazyTexts('console', {
  'zh-CN': () => import('../../../../locales/zh-CN/console.json'),
  en: () => import('../../../../locales/en/console.json'),
})
