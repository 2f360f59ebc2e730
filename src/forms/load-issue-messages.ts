import i18next from 'i18next'
import type { Locale } from '#contract/locale.ts'

/** Only forms need them, in one chunk a language. All other screens show the server's texts. */
const loaders: Record<Locale, () => Promise<{ default: Record<string, string> }>> = {
  'zh-CN': () => import('../../locales/zh-CN/errors.json'),
  en: () => import('../../locales/en/errors.json'),
}

/**
 * Loads the messages of issues.
 * Rejects offline when the chunk is not cached: then forms show the server's texts, and the key of issues found here.
 */
export async function loadIssueMessages(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'errors')) return
  const { default: texts } = await loaders[locale]()
  i18next.addResourceBundle(locale, 'errors', texts)
}
