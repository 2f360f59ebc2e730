import { locales } from '#contract/locale.ts'
import type { SheetColumn } from './sheet-column.ts'

/** What a column may be called. */
type NamesOf = (column: SheetColumn) => readonly string[]

const labels: NamesOf = ({ label }) => locales.map((locale) => label[locale])

/** The plain label of a localized field says its own language, unless both have the same. */
const plainLabel: NamesOf = ({ field, locale }) => {
  if (locale === undefined) return []
  const own = field.label[locale]
  return locales.some((other) => other !== locale && fold(field.label[other]) === fold(own)) ? [] : [own]
}

/** The surest names first: path and label as they are, then in any case and width. */
const waysToMatch: readonly { names: NamesOf; asRead: (text: string) => string }[] = [
  { names: ({ path }) => [path], asRead: (text) => text },
  { names: labels, asRead: (text) => text },
  { names: ({ path }) => [path], asRead: fold },
  { names: labels, asRead: fold },
  { names: plainLabel, asRead: fold },
]

/**
 * The columns that headers mean, by path or by label in either language; null for those that mean none or could mean two.
 * A column is given once, to the surest header, of equal ones to the first.
 */
export function suggestMapping(
  headers: readonly string[],
  columns: readonly SheetColumn[],
): (string | null)[] {
  const mapping = headers.map((): string | null => null)
  const taken = new Set<string>()
  for (const { names, asRead } of waysToMatch) {
    const paths = pathsByName(columns, (column) => names(column).map(asRead))
    for (const [index, header] of headers.entries()) {
      const path = paths.get(asRead(header))
      if (path === undefined || path === null || mapping[index] !== null || taken.has(path)) continue
      mapping[index] = path
      taken.add(path)
    }
  }
  return mapping
}

/** Tells whether a text is a name of a column, in either language. */
export function nameMatcher(column: SheetColumn): (text: string) => boolean {
  const known = new Set(waysToMatch.flatMap(({ names }) => names(column)).map(fold))
  return (text) => known.has(fold(text))
}

/** Null stands for names of several columns. */
function pathsByName(columns: readonly SheetColumn[], names: NamesOf): Map<string, string | null> {
  const paths = new Map<string, string | null>()
  for (const column of columns)
    for (const name of new Set(names(column))) paths.set(name, paths.has(name) ? null : column.path)
  return paths
}

/** Without byte order mark, the star of what is needed, blanks around and differences of case and width. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('\u{FEFF}', '')
    .replaceAll(/^[\s*]+|[\s*]+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}
