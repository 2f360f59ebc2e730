/** Texts of a file by their full keys, `offline.title`. */
export type Texts = Readonly<Record<string, string>>

/** Endings that i18next puts on plurals; languages have different ones. */
const pluralEnding = /_(zero|one|two|few|many|other)$/

/**
 * Flattens nested keys to dotted ones. Values that are neither text nor group become empty texts, which are reported.
 */
export function flatten(value: unknown, prefix = ''): Texts {
  if (typeof value !== 'object' || value === null) return { [prefix]: typeof value === 'string' ? value : '' }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flatten(inner, prefix ? `${prefix}.${key}` : key)),
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
    const one = first.get(file)
    const two = second.get(file)
    if (!one) return [`locales/${firstName}/${file} is missing`]
    if (!two) return [`locales/${secondName}/${file} is missing`]
    return [
      ...findMissing(`locales/${secondName}/${file}`, one, two),
      ...findMissing(`locales/${firstName}/${file}`, two, one),
      ...findEmpty(`locales/${firstName}/${file}`, one),
      ...findEmpty(`locales/${secondName}/${file}`, two),
      ...findOtherPlaceholders(file, one, two),
    ]
  })
}

const stem = (key: string) => key.replace(pluralEnding, '')

function findMissing(place: string, wanted: Texts, there: Texts): string[] {
  const known = new Set(Object.keys(there).map(stem))
  return [...new Set(Object.keys(wanted).map(stem))]
    .filter((key) => !known.has(key))
    .map((key) => `${place}: ${key} is missing`)
}

function findEmpty(place: string, texts: Texts): string[] {
  return Object.entries(texts)
    .filter(([, text]) => text.trim() === '')
    .map(([key]) => `${place}: ${key} is empty`)
}

/** `{{count}}` may be missing in a plural form ("one day"). Every other placeholder must be in both languages. */
function findOtherPlaceholders(file: string, one: Texts, two: Texts): string[] {
  const inOne = placeholdersByStem(one)
  const inTwo = placeholdersByStem(two)
  return [...inOne].flatMap(([key, names]) => {
    const others = inTwo.get(key)
    if (others === undefined || others === names) return []
    return [`locales/*/${file}: ${key} has the placeholders [${names}] and [${others}]`]
  })
}

function placeholdersByStem(texts: Texts): Map<string, string> {
  const byStem = new Map<string, Set<string>>()
  for (const [key, text] of Object.entries(texts)) {
    const names = byStem.get(stem(key)) ?? new Set<string>()
    for (const match of text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)) names.add(match[1] ?? '')
    byStem.set(stem(key), names)
  }
  return new Map([...byStem].map(([key, names]) => [key, [...names].toSorted().join(', ')]))
}
