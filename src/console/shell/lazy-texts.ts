import i18next from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { locales, type Locale } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'

type Loaders = Record<Locale, () => Promise<{ default: Record<string, string> }>>

/** Texts of one i18next namespace, which are loaded on demand. */
export interface LazyTexts {
  /** Loads the texts of a language once; resolves when they have loaded or failed. */
  load: (locale: Locale) => Promise<void>
  /** Loads the texts of the current language; returns true once they are available. */
  useTexts: () => boolean
}

/**
 * Creates on-demand texts, in a chunk for each language, so that attendees' phones do not load them. The texts of the
 * other language load afterwards, so that changing the language renders new texts only.
 */
export function lazyTexts(namespace: string, loaders: Loaders): LazyTexts {
  const listeners = new Set<() => void>()
  const loading = new Map<Locale, Promise<void>>()

  /** Loads the texts of a language once. After a failure the next call tries again. */
  function loadTexts(locale: Locale): Promise<void> {
    const pendingLoad = loading.get(locale)
    if (pendingLoad) return pendingLoad
    const texts = loaders[locale]()
      .then(({ default: keys }) => void i18next.addResourceBundle(locale, namespace, keys))
      .catch(() => void loading.delete(locale))
      .then(() => listeners.forEach((listener) => listener()))
    loading.set(locale, texts)
    return texts
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function useTexts() {
    const locale = useLocale()
    useEffect(() => {
      void loadTexts(locale).then(() => Promise.all(locales.map(loadTexts)))
    }, [locale])
    const hasTexts = () => i18next.hasResourceBundle(locale, namespace)
    return useSyncExternalStore(subscribe, hasTexts, hasTexts)
  }

  return { load: loadTexts, useTexts }
}

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
