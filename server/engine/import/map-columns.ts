import { type Locale, locales } from '#contract/locale.ts'
import type { ImportCheckBody, ImportColumn } from '#contract/transfer.ts'
import { errorText } from '#server/http/error-texts.ts'
import { type SheetRow, formatColumn } from '#server/spreadsheets/cell.ts'
import { suggestMapping } from '#server/engine/field-types/sheet-columns.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import { type MappedColumn, showCell } from './input-row.ts'
import { createInvalidBodyError } from './import-options.ts'

/** What becomes of the columns of a file. */
export interface ColumnMap {
  /** For the person, in the order of the file. */
  columns: ImportColumn[]
  filled: MappedColumn[]
}

/**
 * Which column of the file fills what: as the person says, else as the headers suggest.
 * @throws HttpError for a column that the file does not have, a path that is not there for the caller, and one filled twice
 */
export function mapColumns(
  headers: readonly string[],
  possible: readonly SheetColumn[],
  input: ImportCheckBody['mapping'] = {},
): ColumnMap {
  const letters = headers.map((_, index) => formatColumn(index))
  for (const name of Object.keys(input))
    if (!letters.includes(name)) throw createInvalidBodyError(`mapping.${name}`, 'import.no_column')
  const claimed = new Set(Object.values(input).filter((path) => path !== null))
  const suggested = suggestMapping(
    headers.map((header) => (isErrorsHeader(header) ? '' : header)),
    possible.filter(({ path }) => !claimed.has(path)),
  )
  const filled: MappedColumn[] = []
  const columns = headers.map((header, index): ImportColumn => {
    const name = letters[index] ?? ''
    const path = Object.hasOwn(input, name) ? (input[name] ?? null) : (suggested[index] ?? null)
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

/** Nonempty lines in which the headers are searched: titles and remarks may come first. */
export const headerSearchLines = 20

/** The first rows of a file, split at its header line. */
export interface FoundHeader {
  header: SheetRow
  /** Titles and remarks, which are not imported. */
  above: readonly SheetRow[]
  first: readonly SheetRow[]
}

/**
 * Finds the header line: the one that the user names, else the first of those with most known column names.
 * @param begin the first rows of the file
 * @throws HttpError for an empty file, and for a line that is none of the first ones
 */
export function findHeader(
  begin: readonly SheetRow[],
  possible: readonly SheetColumn[],
  input: number | undefined,
): FoundHeader {
  if (begin.length === 0) throw createInvalidBodyError('file', 'sheet.empty')
  const candidates = begin.slice(0, headerSearchLines)
  const counts = candidates.map(({ line, cells }) =>
    input === undefined ? countKnown(cells, possible) : Number(line === input),
  )
  const most = Math.max(...counts)
  if (input !== undefined && most === 0) throw createInvalidBodyError('header_line', 'import.no_line')
  const at = counts.indexOf(most)
  return { header: candidates[at]!, above: begin.slice(0, at), first: begin.slice(at + 1) }
}

function countKnown(cells: SheetRow['cells'], possible: readonly SheetColumn[]): number {
  return suggestMapping(cells.map(showCell), possible).filter((path) => path !== null).length
}
