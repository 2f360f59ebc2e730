import { locales, type Locale } from '#contract/locale.ts'

/**
 * Picks the document of a localized rich text in the wanted language, or in another one when it is missing.
 * @param value a language map from the wire; anything else counts as empty
 */
export function pickRichText(value: unknown, wanted: Locale): { document: unknown; locale: Locale } {
  const texts: Partial<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  const foundLocale = [wanted, ...locales].find((locale) => hasContent(texts[locale]))
  return { document: foundLocale && texts[foundLocale], locale: foundLocale ?? wanted }
}

function hasContent(document: unknown): boolean {
  return (
    typeof document === 'object' &&
    document !== null &&
    'content' in document &&
    Array.isArray(document.content) &&
    document.content.length > 0
  )
}
