import { createStore, useSelector } from '@tanstack/react-store'
import { t } from 'i18next'
import {
  defaultLocale,
  getTextDirection,
  locales,
  selectLocalizedText,
  type Locale,
  type Localized,
} from '#contract/locale.ts'
import { safeLocalStorage } from './safe-storage.ts'
import { notify } from './notices.ts'

/** Loads the texts of the interface. */
interface TextLoader {
  /** Loads the texts of a language, before it becomes the interface's. */
  loadLanguage: (locale: Locale) => Promise<void>
  /** Loads the texts of sign-in, registration, forms and outbox, in the interface's language. */
  loadRegistration: () => Promise<void>
  /** Loads these, and all texts that signed-in users see. */
  loadMember: () => Promise<void>
}

/** Storage key of the chosen language. */
const localeKey = 'locale'

const localeStore = createStore<Locale>(toLocale(safeLocalStorage.read(localeKey) ?? storeLocaleOfUrl()))
let textLoader: TextLoader = {
  loadLanguage: () => Promise.resolve(),
  loadRegistration: () => Promise.resolve(),
  loadMember: () => Promise.resolve(),
}

/**
 * Stores the language that a URL names (`?lang=en`) as the user's choice, since later URLs do not repeat it.
 */
function storeLocaleOfUrl(): string | undefined {
  const lang = new URLSearchParams(globalThis.location?.search).get('lang')
  const urlLocale = locales.find((locale) => locale === lang)
  if (urlLocale) safeLocalStorage.write(localeKey, urlLocale)
  return urlLocale
}

/** Returns a known language, or the default one. */
function toLocale(value: string | undefined): Locale {
  return locales.find((locale) => locale === value) ?? defaultLocale
}

/** Returns the language of the interface. */
export function getLocale(): Locale {
  return localeStore.state
}

/** Sets the text loader. The app's i18n calls this once, at the start. */
export function setTextLoader(loader: TextLoader): void {
  textLoader = loader
}

/**
 * Loads the texts of sign-in and registration, which visitors do not need. Await it before rendering screens that use
 * them. Rejects without network when they are not on the device.
 */
export function loadRegistrationTexts(): Promise<void> {
  return textLoader.loadRegistration()
}

/** As `loadRegistrationTexts`, and also loads the texts that only signed-in users see. */
export function loadMemberTexts(): Promise<void> {
  return textLoader.loadMember()
}

/** Changes the language of the interface once its texts are loaded, and stores the choice. */
export async function switchLocale(locale: Locale): Promise<void> {
  await textLoader.loadLanguage(locale)
  safeLocalStorage.write(localeKey, locale)
  setDocumentLanguage(locale)
  localeStore.setState(() => locale)
}

/** Sets language and direction on `<html>`. */
export function setDocumentLanguage(locale: Locale = getLocale()): void {
  document.documentElement.lang = locale
  document.documentElement.dir = getTextDirection(locale)
}

/** Calls back after each change of the language, as long as the page is open. */
export function onLocaleChange(listener: () => void): void {
  localeStore.subscribe(listener)
}

/** Returns the language of the interface. */
export function useLocale(): Locale {
  return useSelector(localeStore)
}

/** Returns a function that picks the text of the interface's language, or of another one, with its language. */
export function useLocalized(): (text: Partial<Localized> | null | undefined) => {
  text: string
  locale: Locale
} {
  const locale = useLocale()
  return (text) => selectLocalizedText(text, locale)
}

/** Changes the language. Shows a notice when its texts are not on the device, as at a first switch offline. */
export function switchLanguage(locale: Locale): void {
  switchLocale(locale).catch(() => {
    notify({ kind: 'warning', title: t('language.missing'), text: t('language.missingText') })
  })
}
