import i18next from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { locales, type Locale } from '#contract/locale.ts'
import { useLocale } from '#lib/locale.ts'

/** The console's texts, which attendees' phones do not fetch; one chunk a language. */
const loaders: Record<Locale, () => Promise<{ default: Record<string, string> }>> = {
  'zh-CN': () => import('../../../../locales/zh-CN/console.json'),
  en: () => import('../../../../locales/en/console.json'),
}

const listeners = new Set<() => void>()
const loading = new Map<Locale, Promise<void>>()

/**
 * True once the console's texts of the interface's language are there; asks for them. Those of the other language come
 * after them, so that its choice redraws words and nothing else.
 */
export function useConsoleTexts(): boolean {
  const locale = useLocale()
  useEffect(() => {
    void loadTexts(locale).then(() => Promise.all(locales.map(loadTexts)))
  }, [locale])
  const isThere = () => i18next.hasResourceBundle(locale, 'console')
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isThere,
    isThere,
  )
}

/** Loads the texts of a language once. Without a network it fails, and the next who asks tries again. */
function loadTexts(locale: Locale): Promise<void> {
  const begun = loading.get(locale)
  if (begun) return begun
  const texts = loaders[locale]()
    .then(({ default: keys }) => void i18next.addResourceBundle(locale, 'console', keys))
    .catch(() => void loading.delete(locale))
    .then(() => listeners.forEach((listener) => listener()))
  loading.set(locale, texts)
  return texts
}
