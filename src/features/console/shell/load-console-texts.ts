import { lazyTexts } from './lazy-texts.ts'

/** True once the console's texts are there; asks for them. */
export const useConsoleTexts = lazyTexts('console', {
  'zh-CN': () => import('../../../../locales/zh-CN/console.json'),
  en: () => import('../../../../locales/en/console.json'),
})
