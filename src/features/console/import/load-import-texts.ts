import { lazyTexts } from '../shell/lazy-texts.ts'

/** True once the texts of imports are there; asks for them. */
export const useImportTexts = lazyTexts('console-import', {
  'zh-CN': () => import('../../../../locales/zh-CN/console-import.json'),
  en: () => import('../../../../locales/en/console-import.json'),
})
