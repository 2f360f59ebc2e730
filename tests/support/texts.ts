import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createInstance } from 'i18next'
import { locales, type Locale } from '../../contract/locale.ts'

const folder = fileURLToPath(new URL('../../locales', import.meta.url))

type Values = Readonly<Record<string, string | number>>

/** The texts of the interface in one language, by key (`agenda:search.open`), formatted as in the app. */
export interface Texts {
  /** @throws Error when the language has no such text */
  (key: string, values?: Values): string
  /**
   * Returns a pattern that matches the text with any values in its placeholders.
   * @param options `exact` when no text may precede or follow
   */
  pattern: (key: string, options?: { exact?: boolean; count?: number }) => RegExp
}

/** The texts of each language. */
export const texts: Readonly<Record<Locale, Texts>> = { 'zh-CN': createTexts('zh-CN'), en: createTexts('en') }

export const zh = texts['zh-CN']
export const en = texts.en

/** Returns a pattern that matches a text in either language, for screens that are opened in both. */
export function inAnyLanguage(key: string, options?: { exact?: boolean; count?: number }): RegExp {
  return new RegExp(locales.map((locale) => texts[locale].pattern(key, options).source).join('|'), 'u')
}

function createTexts(locale: Locale): Texts {
  const resources = Object.fromEntries(
    readdirSync(`${folder}/${locale}`).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(`${folder}/${locale}/${file}`, 'utf8')) as Record<string, unknown>,
    ]),
  )
  const i18n = createInstance()
  void i18n.init({
    lng: locale,
    resources: { [locale]: resources },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  const find = (key: string, values: Record<string, unknown>): string => {
    if (!i18n.exists(key, values)) throw new Error(`${locale} has no text ${key}`)
    return i18n.t(key, values)
  }
  return Object.assign((key: string, values: Values = {}) => find(key, values), {
    pattern: (key: string, { exact = false, ...values }: { exact?: boolean; count?: number } = {}) => {
      const raw = find(key, { ...values, skipInterpolation: true })
      const source = raw
        .split(/\{\{[^}]*\}\}/)
        .map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
        .join('.+?')
      return new RegExp(exact ? `^${source}$` : source, 'u')
    },
  })
}
