import { lazyTexts } from '../shell/lazy-texts.ts'

/** What imports say, in either language. */
export const importTexts = lazyTexts('console-import', {
  'zh-CN': () => import('../../../../locales/zh-CN/console-import.json'),
  en: () => import('../../../../locales/en/console-import.json'),
})
