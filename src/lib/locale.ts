import { useSyncExternalStore } from 'react'
import {
  defaultLocale,
  getTextDirection,
  locales,
  selectLocalizedText,
  type Locale,
  type Localized,
} from '#contract/locale.ts'
import { safeLocalStorage } from './safe-storage.ts'

/** How the texts of the interface come in. */
export interface TextLoader {
  /** Those of a language, before it becomes the interface's. */
  language: (locale: Locale) => Promise<void>
  /** Those of signing in, registering, forms and what waits to be sent, in the interface's language. */
  joining: () => Promise<void>
  /** These, and all that signed-in people see. */
  own: () => Promise<void>
}

/** Where the chosen language is kept (specification §3). */
const localeKey = 'locale'

let current: Locale = toLocale(safeLocalStorage.read(localeKey) ?? keepAddressed())
let texts: TextLoader = {
  language: () => Promise.resolve(),
  joining: () => Promise.resolve(),
  own: () => Promise.resolve(),
}
const listeners = new Set<() => void>()

/**
 * The language that a shared or found address names (`?lang=en`). It is kept as a choice, which it is until the person
 * makes another: later addresses do not repeat it.
 */
function keepAddressed(): string | undefined {
  const lang = new URLSearchParams(globalThis.location?.search).get('lang')
  const known = locales.find((locale) => locale === lang)
  if (known) safeLocalStorage.write(localeKey, known)
  return known
}

/** A known language, or the default one. */
function toLocale(value: string | undefined): Locale {
  return locales.find((locale) => locale === value) ?? defaultLocale
}

/** The language of the interface. */
export function getLocale(): Locale {
  return current
}

/** Says how texts come in; the app's i18n does, once, at the start. */
export function setTextLoader(loader: TextLoader): void {
  texts = loader
}

/**
 * Brings in the texts of the way in: visitors do not fetch them. Whatever is drawn with them waits for this. Where they are
 * not on the device without network it fails, as any other part does.
 */
export function loadRegistrationTexts(): Promise<void> {
  return texts.joining()
}

/** As `loadRegistrationTexts`, and the texts of what only signed-in people see. */
export function loadMemberTexts(): Promise<void> {
  return texts.own()
}

/** Changes the language of the interface once its texts are there, and keeps the choice. */
export async function switchLocale(locale: Locale): Promise<void> {
  await texts.language(locale)
  current = locale
  safeLocalStorage.write(localeKey, locale)
  setDocumentLanguage()
  for (const listener of listeners) listener()
}

/** Says on `<html>` which language and direction the page has (checklist 288). */
export function setDocumentLanguage(): void {
  document.documentElement.lang = current
  document.documentElement.dir = getTextDirection(current)
}

export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the language of the interface in a component. */
export function useLocale(): Locale {
  return useSyncExternalStore(onLocaleChange, getLocale, () => defaultLocale)
}

/** Picks the text of the interface's language out of a language map, with the language it is really in. */
export function useLocalized(): (text: Partial<Localized> | null | undefined) => {
  text: string
  locale: Locale
} {
  const locale = useLocale()
  return (text) => selectLocalizedText(text, locale)
}
