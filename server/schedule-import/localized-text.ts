import type { Localized } from '#contract/locale.ts'
import { isRecord } from './json-syntax.ts'

export const emptyText: Localized = { 'zh-CN': '', en: '' }

const han = /\p{Script=Han}/u

/**
 * Stores a text under its language; the other language stays empty, and the app shows the existing text instead. Texts
 * in every language except Chinese are stored under English.
 * @param language BCP 47 tag in the file; without it Han characters decide
 */
export function localizedFrom(text: string, language?: string | null): Localized {
  // A text that is tagged as Chinese but has no Han characters is a name in Latin letters.
  const chinese = language ? /^zh\b/i.test(language) && han.test(text) : han.test(text)
  return chinese ? { 'zh-CN': text, en: '' } : { 'zh-CN': '', en: text }
}

/**
 * Combines Chinese and English. Two equal texts are one text, which is stored under its own language. For one text whose
 * language only a tag or its characters tell, use {@link localizedFrom}; for a JSON value, {@link toLocalized}.
 */
export function localizedPair(chinese: string, english: string): Localized {
  if (chinese === english) return localizedFrom(chinese)
  return { 'zh-CN': chinese, en: english }
}

/** Simplified Chinese first, then any Chinese: traditional characters are better than another language. */
const chineseTags = [/^zh-(?:cn|hans)/, /^zh$/, /^zh\b/]
const englishTags = [/^en$/, /^en\b/]

/**
 * Reads a text, or texts by language (`{"en": "…", "zh-hant": "…"}`), as pretalx and schedule.json v2 write them.
 * @param clean applied to each text
 */
export function toLocalized(
  value: unknown,
  clean: (text: string) => string,
  language?: string | null,
): Localized {
  if (typeof value === 'string') return localizedFrom(clean(value), language)
  if (!isRecord(value)) return emptyText
  const texts = Object.entries(value).flatMap(([tag, text]) =>
    typeof text === 'string' && text.trim() !== ''
      ? [{ tag: tag.toLowerCase().replaceAll('_', '-'), text: clean(text) }]
      : [],
  )
  const findText = (patterns: readonly RegExp[]): string | undefined =>
    patterns
      .map((pattern) => texts.find(({ tag }) => pattern.test(tag))?.text)
      .find((text) => text !== undefined)
  const chinese = findText(chineseTags)
  const english = findText(englishTags)
  if (chinese !== undefined || english !== undefined) return localizedPair(chinese ?? '', english ?? '')
  return texts[0] ? localizedFrom(texts[0].text, texts[0].tag) : emptyText
}

/** Returns the Chinese text, or else the English one, for messages and comparisons. */
export function getAnyText(text: Localized): string {
  return text['zh-CN'] || text.en
}

/** Maps both texts. */
export function mapText(text: Localized, change: (text: string) => string): Localized {
  return { 'zh-CN': change(text['zh-CN']), en: change(text.en) }
}
