import { type Locale, locales } from '#contract/locale.ts'
import type { ImportCheckBody, ImportColumn } from '#contract/transfer.ts'
import { errorText } from '#server/http/error-texts.ts'
import { type SheetRow, formatColumn } from '#server/spreadsheets/cell.ts'
import { suggestMapping } from '#server/engine/field-types/sheet-columns.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import { type MappedColumn, formatShortCell } from './input-row.ts'
import { createInvalidBodyError } from './import-options.ts'

/** The mapping of a file's columns to columns of the module. */
export interface ColumnMap {
  /** All columns of the file, in its order, for the report. */
  columns: ImportColumn[]
  /** The columns that fill a column of the module. */
  filled: MappedColumn[]
}

/**
 * Maps the file's columns: as the request says, otherwise by their headers.
 * @param importColumns the columns of the module that the caller may import
 * @param input the mapping of the request: column letters to paths, null for a column to ignore
 * @throws HttpError for a column that the file does not have, an unknown path, and a path that is mapped twice
 */
export function mapColumns(
  headers: readonly string[],
  importColumns: readonly SheetColumn[],
  input: ImportCheckBody['mapping'] = {},
): ColumnMap {
  const letters = headers.map((_, index) => formatColumn(index))
  for (const name of Object.keys(input))
    if (!letters.includes(name)) throw createInvalidBodyError(`mapping.${name}`, 'import.no_column')
  const requestedPaths = new Set(Object.values(input).filter((path) => path !== null))
  const suggested = suggestMapping(
    headers.map((header) => (isErrorsHeader(header) ? '' : header)),
    importColumns.filter(({ path }) => !requestedPaths.has(path)),
  )
  const filled: MappedColumn[] = []
  const columns = headers.map((header, index): ImportColumn => {
    const name = letters[index] ?? ''
    const path = Object.hasOwn(input, name) ? (input[name] ?? null) : (suggested[index] ?? null)
    if (path === null) return { letters: name, header, path }
    const column = importColumns.find((one) => one.path === path)
    if (!column) throw createInvalidBodyError(`mapping.${name}`, 'field.unknown')
    if (filled.some((other) => other.column === column))
      throw createInvalidBodyError(`mapping.${name}`, 'import.mapped_twice')
    filled.push({ index, column })
    return { letters: name, header, path }
  })
  return { columns, filled }
}

/** True for the header, in any language, of the issues column that an error file has. */
export function isErrorsHeader(header: string): boolean {
  return locales.some((locale: Locale) => errorText('sheet.errors_header', locale) === header.trim())
}

/** Number of nonempty lines in which the header line is searched: titles and remarks may come first. */
export const headerSearchLines = 20

/** The first rows of a file, split at its header line. */
export interface FoundHeader {
  header: SheetRow
  /** Titles and remarks, which are not imported. */
  rowsAbove: readonly SheetRow[]
  /** The other rows of the first batch: lines to import. */
  rowsBelow: readonly SheetRow[]
}

/**
 * Finds the header line: the one that the user names, otherwise the first of the lines with the most known column names.
 * @param firstRows the first rows of the file
 * @param input `header_line` of the request
 * @throws HttpError for an empty file, and for a line number beyond the first {@link headerSearchLines} lines
 */
export function findHeader(
  firstRows: readonly SheetRow[],
  importColumns: readonly SheetColumn[],
  input: number | undefined,
): FoundHeader {
  if (firstRows.length === 0) throw createInvalidBodyError('file', 'sheet.empty')
  const candidates = firstRows.slice(0, headerSearchLines)
  // For a line that the user names, 1 for that line and 0 for all others.
  const counts = candidates.map(({ line, cells }) =>
    input === undefined ? countKnownHeaders(cells, importColumns) : Number(line === input),
  )
  const highestCount = Math.max(...counts)
  if (input !== undefined && highestCount === 0) throw createInvalidBodyError('header_line', 'import.no_line')
  const headerIndex = counts.indexOf(highestCount)
  return {
    // There is at least one candidate, and `headerIndex` is the index of one.
    header: candidates[headerIndex]!,
    rowsAbove: firstRows.slice(0, headerIndex),
    rowsBelow: firstRows.slice(headerIndex + 1),
  }
}

/** Counts the cells of a line that name a column of the module. */
function countKnownHeaders(cells: SheetRow['cells'], importColumns: readonly SheetColumn[]): number {
  return suggestMapping(cells.map(formatShortCell), importColumns).filter((path) => path !== null).length
}
