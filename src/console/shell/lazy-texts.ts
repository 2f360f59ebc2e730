import i18next from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { locales, type Locale } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'

/** Imports the texts of a language, by their keys. */
type Loaders = Record<Locale, () => Promise<{ default: Record<string, string> }>>

/** Texts of one i18next namespace, which are loaded on demand. */
export interface LazyTexts {
  /** Loads the texts of a language once; resolves when they have loaded or failed. */
  load: (locale: Locale) => Promise<void>
  /** Loads the texts of the current language, then the others; returns true once those of the current one are there. */
  useTexts: () => boolean
}

/**
 * Creates on-demand texts, in a chunk for each language, so that attendees' phones do not load them. The texts of the
 * other language load afterwards, so that changing the language renders new texts only.
 */
export function lazyTexts(namespace: string, loaders: Loaders): LazyTexts {
  const listeners = new Set<() => void>()
  /** Running and finished loads; a failed one is removed. */
  const loads = new Map<Locale, Promise<void>>()

  /** Loads the texts of a language once. After a failure the next call tries again. */
  function loadTexts(locale: Locale): Promise<void> {
    const previousLoad = loads.get(locale)
    if (previousLoad) return previousLoad
    const load = loaders[locale]()
      .then(({ default: texts }) => void i18next.addResourceBundle(locale, namespace, texts))
      .catch(() => void loads.delete(locale))
      .then(() => listeners.forEach((listener) => listener()))
    loads.set(locale, load)
    return load
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
