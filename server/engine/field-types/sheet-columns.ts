import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales, type Locale, type Localized } from '#contract/locale.ts'
import { getFieldType } from './index.ts'

/** A column of a module's sheets: a field, or a localized field in one of its languages. */
export interface SheetColumn {
  /** Key of the field, with the language of a localized one: `starts_at`, `title.zh-CN`. */
  path: string
  /** Key of the field. */
  key: string
  field: FieldDefinition
  /** The language, of a localized field only. */
  locale?: Locale
  /** Its header: `标题（中文）`, `Title (Chinese)`. No two columns of a module have the same. */
  label: Localized
}

/** Names of the languages in labels of columns. */
const languageNames: Record<Locale, Localized> = {
  'zh-CN': { 'zh-CN': '中文', en: 'Chinese' },
  en: { 'zh-CN': '英文', en: 'English' },
}

/** Lists the columns of fields, in their order. Columns with the same label get their path added. */
export function listSheetColumns(fields: Iterable<readonly [string, FieldDefinition]>): SheetColumn[] {
  const columns = [...fields].flatMap(([key, field]): SheetColumn[] => {
    if (!field.localized) return [{ path: key, key, field, label: field.label }]
    return locales.map((locale) => ({
      path: `${key}.${locale}`,
      key,
      field,
      locale,
      label: {
        'zh-CN': `${field.label['zh-CN']}（${languageNames[locale]['zh-CN']}）`,
        en: `${field.label.en} (${languageNames[locale].en})`,
      },
    }))
  })
  const isShared = (column: SheetColumn) =>
    columns.some(
      (other) => other !== column && locales.some((locale) => other.label[locale] === column.label[locale]),
    )
  return columns.map((column) =>
    isShared(column)
      ? {
          ...column,
          label: {
            'zh-CN': `${column.label['zh-CN']}（${column.path}）`,
            en: `${column.label.en} (${column.path})`,
          },
        }
      : column,
  )
}

/** Lists names of a column by which a header may refer to it. */
type ListNames = (column: SheetColumn) => readonly string[]

const listLabels: ListNames = ({ label }) => locales.map((locale) => label[locale])

/** The plain label of a localized field implies its language, unless the labels in both languages are equal. */
const listPlainLabel: ListNames = ({ field, locale }) => {
  if (locale === undefined) return []
  const label = field.label[locale]
  return locales.some((other) => other !== locale && fold(field.label[other]) === fold(label)) ? [] : [label]
}

/** Ways to match a header with a column, the most certain first: path and label as they are, then in any case and width. */
const headerMatchers: readonly { names: ListNames; normalize: (text: string) => string }[] = [
  { names: ({ path }) => [path], normalize: (text) => text },
  { names: listLabels, normalize: (text) => text },
  { names: ({ path }) => [path], normalize: fold },
  { names: listLabels, normalize: fold },
  { names: listPlainLabel, normalize: fold },
]

/**
 * Maps headers to paths of columns, by path or by label in either language; null for a header that matches no column or
 * could match two. Each column is mapped once: to the most certain header, of equal ones to the first.
 */
export function suggestMapping(
  headers: readonly string[],
  columns: readonly SheetColumn[],
): (string | null)[] {
  const mapping = headers.map((): string | null => null)
  const mappedPaths = new Set<string>()
  for (const { names, normalize } of headerMatchers) {
    const paths = pathsByName(columns, (column) => names(column).map(normalize))
    for (const [index, header] of headers.entries()) {
      const path = paths.get(normalize(header))
      if (path === undefined || path === null || mapping[index] !== null || mappedPaths.has(path)) continue
      mapping[index] = path
      mappedPaths.add(path)
    }
  }
  return mapping
}

/** Creates a function that checks whether a text names a column, in either language. */
export function createNameMatcher(column: SheetColumn): (text: string) => boolean {
  const names = new Set(headerMatchers.flatMap((matcher) => matcher.names(column)).map(fold))
  return (text) => names.has(fold(text))
}

/** Maps names to paths; a name of several columns to null. */
function pathsByName(columns: readonly SheetColumn[], names: ListNames): Map<string, string | null> {
  const paths = new Map<string, string | null>()
  for (const column of columns)
    for (const name of new Set(names(column))) paths.set(name, paths.has(name) ? null : column.path)
  return paths
}

/** Removes the byte order mark, the star of required columns, blanks around, and differences of case and width. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('\u{FEFF}', '')
    .replaceAll(/^[\s*]+|[\s*]+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}

/** Extra width of a header's column, in characters: one blank on each side. */
const headerPadding = 2
/** Maximum width that a header gives a column, in characters. */
const maxHeaderWidth = 40

/** Computes the width of a column in a workbook, in characters: that of its type, or that of a longer header up to a limit. */
export function getColumnWidth({ field, label }: SheetColumn, locale: Locale): number {
  // Chinese characters, which begin after U+2E7F, are two characters wide.
  const headerWidth = Array.from(label[locale]).reduce(
    (width, character) => width + (character > '\u{2E7F}' ? 2 : 1),
    headerPadding,
  )
  return Math.max(getFieldType(field).cellWidth, Math.min(headerWidth, maxHeaderWidth))
}
