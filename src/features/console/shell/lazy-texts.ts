import i18next from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { locales, type Locale } from '#contract/locale.ts'
import { useLocale } from '#lib/locale.ts'

type Loaders = Record<Locale, () => Promise<{ default: Record<string, string> }>>

/** Texts that come when they are needed. */
export interface LazyTexts {
  /** Asks for those of a language, once; settles when they are there or cannot be had. */
  load: (locale: Locale) => Promise<void>
  /** True once those of the interface's language are there; asks for them. */
  useTexts: () => boolean
}

/**
 * Texts that attendees' phones do not fetch, a chunk for each language.
 * Where they are used, those of the other language come after them, so that its choice redraws words and nothing else.
 */
export function lazyTexts(namespace: string, loaders: Loaders): LazyTexts {
  const listeners = new Set<() => void>()
  const loading = new Map<Locale, Promise<void>>()

  /** Loads the texts of a language once. Without a network it fails, and the next who asks tries again. */
  function loadTexts(locale: Locale): Promise<void> {
    const begun = loading.get(locale)
    if (begun) return begun
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
    const isThere = () => i18next.hasResourceBundle(locale, namespace)
    return useSyncExternalStore(subscribe, isThere, isThere)
  }

  return { load: loadTexts, useTexts }
}
