import i18next from 'i18next'
import type { Locale } from '#contract/locale.ts'

/** The texts of refusals are the server's otherwise: only forms bring them along, one chunk a language. */
const loaders: Record<Locale, () => Promise<{ default: Record<string, string> }>> = {
  'zh-CN': () => import('../../../locales/zh-CN/errors.json'),
  en: () => import('../../../locales/en/errors.json'),
}

/** Loads what forms say of mistakes; without a network it may fail, and then keys fall back to the server's words. */
export async function loadProblemTexts(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'errors')) return
  const { default: texts } = await loaders[locale]()
  i18next.addResourceBundle(locale, 'errors', texts)
}
