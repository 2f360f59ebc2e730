/** The languages of the forum, in the order in which they are offered. The first is the default. */
export const locales = ['zh-CN', 'en'] as const

/** A language of the interface and of localized content. */
export type Locale = (typeof locales)[number]

/** The default language. */
export const defaultLocale: Locale = 'zh-CN'

/** A text in every language of the forum. An empty string means "not translated". */
export type Localized = Readonly<Record<Locale, string>>

/** Languages written from right to left, by primary subtag. The forum offers none of them yet. */
const rightToLeft = new Set(['he', 'ar', 'fa', 'ku'])

/**
 * The writing direction of a language tag. Only the primary subtag counts: `ar-EG` is right to left, `art` is not.
 * @param tag a BCP 47 language tag, any case
 */
export function getTextDirection(tag: string): 'ltr' | 'rtl' {
  const primary = tag.toLowerCase().split(/[-_]/)[0] ?? ''
  return rightToLeft.has(primary) ? 'rtl' : 'ltr'
}

/**
 * The text in the wanted language, or in another one when it is missing there.
 * @returns the text and the language it is in, so that a fallback can be marked with `lang`
 */
export function selectLocalizedText(
  text: Partial<Localized> | null | undefined,
  wantedLocale: Locale,
): { text: string; locale: Locale } {
  const wantedText = text?.[wantedLocale]
  if (wantedText) return { text: wantedText, locale: wantedLocale }
  for (const locale of locales) {
    const fallbackText = text?.[locale]
    if (fallbackText) return { text: fallbackText, locale }
  }
  return { text: '', locale: wantedLocale }
}

/** Joins names with the list separator of the language. */
export function joinNames(names: readonly string[], locale: Locale): string {
  return names.join(locale === 'en' ? ', ' : '、')
}

/** The languages in which users can be written to, as options of a field. */
export const languages: readonly { value: Locale; label: Localized }[] = locales.map((value) => ({
  value,
  label: value === 'zh-CN' ? { 'zh-CN': '中文', en: 'Chinese' } : { 'zh-CN': '英文', en: 'English' },
}))
