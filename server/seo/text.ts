import type { Locale, Localized } from '#contract/locale.ts'
import { selectLocalizedText } from '#contract/locale.ts'

/** A text in both languages of the forum. */
export function text(zh: string, en: string): Localized {
  return { 'zh-CN': zh, en }
}

/** The text in a language, or in the one there is. */
export function textIn(value: Partial<Localized> | null | undefined, locale: Locale): string {
  return selectLocalizedText(value, locale).text
}

/** Characters that a description of a page may have: more are cut off wherever it is shown. */
const descriptionCharacters = 200

/** The beginning of a text on one line, whole words of Latin script kept. */
export function shorten(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= descriptionCharacters) return line
  const cut = characters.slice(0, descriptionCharacters).join('')
  return `${cut.replace(/\s[^\s\p{Script=Han}]*$/u, '')}…`
}

/** The parts that there are, joined. */
export const joinWords = (parts: readonly (string | undefined)[], by = ' · '): string =>
  parts.filter(Boolean).join(by)
