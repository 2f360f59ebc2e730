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

/** Loads the texts of the interface. */
export interface TextLoader {
  /** Loads the texts of a language, before it becomes the interface's. */
  loadLanguage: (locale: Locale) => Promise<void>
  /** Loads the texts of sign-in, registration, forms and outbox, in the interface's language. */
  loadRegistration: () => Promise<void>
  /** Loads these, and all texts that signed-in users see. */
  loadMember: () => Promise<void>
}

/** Storage key of the chosen language. */
const localeKey = 'locale'

let current: Locale = toLocale(safeLocalStorage.read(localeKey) ?? storeLocaleOfUrl())
let texts: TextLoader = {
  loadLanguage: () => Promise.resolve(),
  loadRegistration: () => Promise.resolve(),
  loadMember: () => Promise.resolve(),
}
const listeners = new Set<() => void>()

/**
 * Stores the language that a URL names (`?lang=en`) as the user's choice, since later URLs do not repeat it.
 */
function storeLocaleOfUrl(): string | undefined {
  const lang = new URLSearchParams(globalThis.location?.search).get('lang')
  const known = locales.find((locale) => locale === lang)
  if (known) safeLocalStorage.write(localeKey, known)
  return known
}

/** Returns a known language, or the default one. */
function toLocale(value: string | undefined): Locale {
  return locales.find((locale) => locale === value) ?? defaultLocale
}

/** Returns the language of the interface. */
export function getLocale(): Locale {
  return current
}

/** Sets the text loader. The app's i18n calls this once, at the start. */
export function setTextLoader(loader: TextLoader): void {
  texts = loader
}

/**
 * Loads the texts of sign-in and registration, which visitors do not need. Await it before rendering screens that use
 * them. Rejects without network when they are not on the device.
 */
export function loadRegistrationTexts(): Promise<void> {
  return texts.loadRegistration()
}

/** As `loadRegistrationTexts`, and also loads the texts that only signed-in users see. */
export function loadMemberTexts(): Promise<void> {
  return texts.loadMember()
}

/** Changes the language of the interface once its texts are loaded, and stores the choice. */
export async function switchLocale(locale: Locale): Promise<void> {
  await texts.loadLanguage(locale)
  current = locale
  safeLocalStorage.write(localeKey, locale)
  setDocumentLanguage()
  for (const listener of listeners) listener()
}

/** Sets language and direction on `<html>`. */
export function setDocumentLanguage(): void {
  document.documentElement.lang = current
  document.documentElement.dir = getTextDirection(current)
}

export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the language of the interface. */
export function useLocale(): Locale {
  return useSyncExternalStore(onLocaleChange, getLocale, () => defaultLocale)
}

/** Returns a function that picks the text of the interface's language, or of another one, with its language. */
export function useLocalized(): (text: Partial<Localized> | null | undefined) => {
  text: string
  locale: Locale
} {
  const locale = useLocale()
  return (text) => selectLocalizedText(text, locale)
}
