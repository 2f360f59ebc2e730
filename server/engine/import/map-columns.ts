import type { Locale } from '#contract/locale.ts'
import type { ImportCheckBody, ImportColumn } from '#contract/transfer.ts'
import { errorText } from '#server/http/error-texts.ts'
import { formatColumn } from '#server/spreadsheets/cell.ts'
import { locales } from '#contract/locale.ts'
import { suggestMapping } from '#server/engine/field-types/sheet-columns.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import type { MappedColumn } from './input-row.ts'
import { createInvalidBodyError } from './import-options.ts'

/** What becomes of the columns of a file. */
export interface ColumnMap {
  /** For the person, in the order of the file. */
  columns: ImportColumn[]
  filled: MappedColumn[]
}

/**
 * Which column of the file fills what: as the person says, else as the headers suggest.
 * @throws Refusal for a column that the file does not have, a path that is not there for the caller, and one filled twice
 */
export function mapColumns(
  headers: readonly string[],
  possible: readonly SheetColumn[],
  asked: ImportCheckBody['mapping'] = {},
): ColumnMap {
  const letters = headers.map((_, index) => formatColumn(index))
  for (const name of Object.keys(asked))
    if (!letters.includes(name)) throw createInvalidBodyError(`mapping.${name}`, 'import.no_column')
  const claimed = new Set(Object.values(asked).filter((path) => path !== null))
  const suggested = suggestMapping(
    headers.map((header) => (isErrorsHeader(header) ? '' : header)),
    possible.filter(({ path }) => !claimed.has(path)),
  )
  const filled: MappedColumn[] = []
  const columns = headers.map((header, index): ImportColumn => {
    const name = letters[index] ?? ''
    const path = Object.hasOwn(asked, name) ? (asked[name] ?? null) : (suggested[index] ?? null)
    if (path === null) return { letters: name, header, path }
    const column = possible.find((one) => one.path === path)
    if (!column) throw createInvalidBodyError(`mapping.${name}`, 'field.unknown')
    if (filled.some((other) => other.column === column))
      throw createInvalidBodyError(`mapping.${name}`, 'import.mapped_twice')
    filled.push({ index, column })
    return { letters: name, header, path }
  })
  return { columns, filled }
}

/** The header of the faults that the server adds to a person's file, in a language or any. */
export function isErrorsHeader(header: string): boolean {
  return locales.some((locale: Locale) => errorText('sheet.errors_header', locale) === header.trim())
}
