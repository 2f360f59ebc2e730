/** Texts of a file by their full keys, `offline.title`. */
export type Texts = Readonly<Record<string, string>>

/** Suffixes of i18next for plural forms, which differ between languages. */
const pluralSuffix = /_(zero|one|two|few|many|other)$/

/**
 * Flattens nested keys to dotted ones. Values that are neither text nor group become empty texts, which are reported.
 */
export function flatten(value: unknown, prefix = ''): Texts {
  if (typeof value !== 'object' || value === null) return { [prefix]: typeof value === 'string' ? value : '' }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, nested]) => flatten(nested, prefix ? `${prefix}.${key}` : key)),
  ) as Texts
}

/** Compares two languages: missing keys, empty texts and different placeholders, one line each. */
export function compareLanguages(
  firstName: string,
  first: ReadonlyMap<string, Texts>,
  secondName: string,
  second: ReadonlyMap<string, Texts>,
): string[] {
  const files = new Set([...first.keys(), ...second.keys()])
  return [...files].flatMap((file) => {
    const firstTexts = first.get(file)
    const secondTexts = second.get(file)
    if (!firstTexts) return [`locales/${firstName}/${file} is missing`]
    if (!secondTexts) return [`locales/${secondName}/${file} is missing`]
    return [
      ...findMissing(`locales/${secondName}/${file}`, firstTexts, secondTexts),
      ...findMissing(`locales/${firstName}/${file}`, secondTexts, firstTexts),
      ...findEmpty(`locales/${firstName}/${file}`, firstTexts),
      ...findEmpty(`locales/${secondName}/${file}`, secondTexts),
      ...findOtherPlaceholders(file, firstTexts, secondTexts),
    ]
  })
}

const removePluralSuffix = (key: string) => key.replace(pluralSuffix, '')

function findMissing(path: string, expectedTexts: Texts, actualTexts: Texts): string[] {
  const actualKeys = new Set(Object.keys(actualTexts).map(removePluralSuffix))
  return [...new Set(Object.keys(expectedTexts).map(removePluralSuffix))]
    .filter((key) => !actualKeys.has(key))
    .map((key) => `${path}: ${key} is missing`)
}

function findEmpty(path: string, texts: Texts): string[] {
  return Object.entries(texts)
    .filter(([, text]) => text.trim() === '')
    .map(([key]) => `${path}: ${key} is empty`)
}

/** `{{count}}` may be missing in a plural form ("one day"). Every other placeholder must be in both languages. */
function findOtherPlaceholders(file: string, firstTexts: Texts, secondTexts: Texts): string[] {
  const firstPlaceholders = collectPlaceholders(firstTexts)
  const secondPlaceholders = collectPlaceholders(secondTexts)
  return [...firstPlaceholders].flatMap(([key, placeholders]) => {
    const otherPlaceholders = secondPlaceholders.get(key)
    if (otherPlaceholders === undefined || otherPlaceholders === placeholders) return []
    return [`locales/*/${file}: ${key} has the placeholders [${placeholders}] and [${otherPlaceholders}]`]
  })
}

function collectPlaceholders(texts: Texts): Map<string, string> {
  const placeholdersByKey = new Map<string, Set<string>>()
  for (const [key, text] of Object.entries(texts)) {
    const placeholders = placeholdersByKey.get(removePluralSuffix(key)) ?? new Set<string>()
    for (const match of text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)) placeholders.add(match[1] ?? '')
    placeholdersByKey.set(removePluralSuffix(key), placeholders)
  }
  return new Map(
    [...placeholdersByKey].map(([key, placeholders]) => [key, [...placeholders].toSorted().join(', ')]),
  )
}
