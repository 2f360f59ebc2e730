import { readFileSync } from 'node:fs'
import { defaultLocale, locales, type Locale } from '#contract/locale.ts'

/** Texts of `errors.json` in one language by error key. */
type Texts = Readonly<Record<string, string>>

const texts = new Map<Locale, Texts>(locales.map((locale) => [locale, readTexts(locale)]))

function readTexts(locale: Locale): Texts {
  const file = new URL(`../../locales/${locale}/errors.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}

/** Formats the text of an error key or a field issue in a language. An unknown key is its own text. */
export function errorText(
  key: string,
  locale: Locale,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const text = texts.get(locale)?.[key] ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
}

/**
 * Finds the preferred language of an `Accept-Language` header: by weight, then by order; any Chinese means `zh-CN`.
 * Returns the default when none matches.
 */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  const ranges = (acceptLanguage ?? '')
    .split(',')
    .map(parseRange)
    .filter((range) => range.weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { primary } of ranges) {
    const locale = locales.find((candidate) => candidate.split('-')[0] === primary)
    if (locale) return locale
  }
  return defaultLocale
}

/** Parses one range of the header, such as `zh-TW;q=0.8`: the language without its region, and the weight, 1 by default. */
function parseRange(range: string): { primary: string; weight: number } {
  const [tag = '', ...params] = range.trim().toLowerCase().split(';')
  const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean)
  return { primary: tag.split('-')[0] ?? '', weight: quality === undefined ? 1 : Number(quality) || 0 }
}
