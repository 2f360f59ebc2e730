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
  /** Loads the texts of `loadRegistration`, and all others that only signed-in users see. */
  loadMember: () => Promise<void>
}

/** Key of the chosen language in localStorage. */
const localeKey = 'locale'

// A choice that this device has stored before wins over the language of the URL.
const localeStore = createStore<Locale>(toLocale(safeLocalStorage.read(localeKey) ?? storeLocaleOfUrl()))
/** Loads nothing until the app's i18n sets the real one, which unit tests never do. */
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

/**
 * Loads the texts of a language and shows the interface in it, without storing it as somebody's choice. The prerender
 * program uses it.
 */
export async function loadLocale(locale: Locale): Promise<void> {
  await textLoader.loadLanguage(locale)
  localeStore.setState(() => locale)
}

/**
 * Changes the language of the interface once its texts are loaded, and stores the choice. Rejects when the texts cannot
 * be loaded; screens use {@link switchLocaleOrNotify}.
 */
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

/**
 * Returns a function that picks a text in the interface's language. Where that one is missing, it picks the text in
 * another language, and returns which.
 */
export function useLocalized(): (text: Partial<Localized> | null | undefined) => {
  text: string
  locale: Locale
} {
  const locale = useLocale()
  return (text) => selectLocalizedText(text, locale)
}

/** As {@link switchLocale}. Shows a notice when the texts are not on the device, as at a first switch offline. */
export function switchLocaleOrNotify(locale: Locale): void {
  switchLocale(locale).catch(() => {
    notify({ kind: 'warning', title: t('language.missing'), text: t('language.missingText') })
  })
}
