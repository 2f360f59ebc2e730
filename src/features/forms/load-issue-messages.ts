import i18next from 'i18next'
import type { Locale } from '#contract/locale.ts'

/** Only forms need them, one chunk a language: all other screens show the words of the server. */
const loaders: Record<Locale, () => Promise<{ default: Record<string, string> }>> = {
  'zh-CN': () => import('../../../locales/zh-CN/errors.json'),
  en: () => import('../../../locales/en/errors.json'),
}

/**
 * Loads what forms say of mistakes. Where it is not on the device without network it fails: then the server's words are
 * told as they came, and the key of what was found here.
 */
export async function loadIssueMessages(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'errors')) return
  const { default: texts } = await loaders[locale]()
  i18next.addResourceBundle(locale, 'errors', texts)
}
