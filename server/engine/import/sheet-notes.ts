import type { FieldIssue } from '#contract/envelope.ts'
import type { ImportCheckBody } from '#contract/transfer.ts'
import { formatColumn, type SheetRow } from '#server/spreadsheets/cell.ts'
import { separators, type Separator } from '#server/spreadsheets/sheet-format.ts'
import type { OpenSheet } from '#server/spreadsheets/read/open-sheet.ts'
import { nameMatcher } from '#server/engine/field-types/sheet-columns.ts'
import type { FoundHeader } from './map-columns.ts'
import { showCell } from './input-row.ts'
import { isErrorsHeader, type ColumnMap } from './map-columns.ts'

/** A remark on how a file was read. */
export type ImportNote = Pick<FieldIssue, 'key' | 'params'>

/** Watches the rows of a file go by. */
export interface SheetWatch {
  /** @returns false for a row that is to be left out */
  see: (row: SheetRow) => boolean
  /** What is left out of the file, and what is not taken as it stands. */
  notes: () => ImportNote[]
}

/** Maximum number of places in a note. */
const maxNamedPlaces = 20

/** Headers that a row must say again, where a table has as many. */
const minHeaderNames = 2

/** Notes what a file has that its import leaves out or takes in another way than somebody who looks at it would think. */
export function watchSheet(
  { format, isDoubtful = false, unreadSheets = [], merged, hiddenColumns = [] }: OpenSheet,
  { columns, filled }: ColumnMap,
  { header, above }: Pick<FoundHeader, 'header' | 'above'>,
  mapping: ImportCheckBody['mapping'] = {},
): SheetWatch {
  const isFilled = new Set(filled.map(({ index }) => index))
  const unread = new Set<number>()
  const read = new Set<number>()
  const repeated: number[] = []
  const unparted: number[] = []
  const isHeaderAgain = headerMatcher({ columns, filled })
  const hidden: number[] = []
  let hiddenCount = 0
  const nameOf = (index: number): string => {
    const letters = formatColumn(index)
    const header = columns[index]?.header.trim() ?? ''
    return header === '' ? letters : `${letters} “${header}”`
  }
  const isBelow = (area: string): boolean => Number(/\d+$/.exec(area)?.[0]) > header.line
  /** A person who says that a column is not read knows it; the column of faults is the server's own. */
  const isToTell = (index: number): boolean =>
    !isFilled.has(index) &&
    !Object.hasOwn(mapping, formatColumn(index)) &&
    !isErrorsHeader(columns[index]?.header ?? '')
  return {
    see(row) {
      const { line, cells, isHidden } = row
      if (format.kind === 'csv' && isUnparted(cells, columns.length, format.separator)) unparted.push(line)
      if (isHeaderAgain(row)) {
        repeated.push(line)
        return false
      }
      if (isHidden && ++hiddenCount <= maxNamedPlaces) hidden.push(line)
      for (const [index, cell] of cells.entries())
        if (cell !== '' && isFilled.has(index)) read.add(index)
        else if (cell !== '' && !unread.has(index) && isToTell(index)) unread.add(index)
      return true
    },
    notes: () => [
      ...(isDoubtful && format.kind === 'csv'
        ? [{ key: 'import.doubtful_encoding', params: { encoding: format.encoding } }]
        : []),
      ...note('import.unread_sheets', unreadSheets),
      ...note(
        'import.lines_above',
        above.map(({ line }) => String(line)),
      ),
      ...note('import.repeated_headers', repeated.map(String)),
      ...note('import.unparted_lines', unparted.map(String)),
      ...note('import.unread_columns', [...unread].toSorted((a, b) => a - b).map(nameOf)),
      ...note('import.hidden_rows', hidden.map(String), hiddenCount),
      ...note('import.hidden_columns', hiddenColumns.filter((index) => read.has(index)).map(nameOf)),
      ...note('import.merged_rows', (merged?.overRows ?? []).filter(isBelow)),
      ...note('import.merged_columns', (merged?.overColumns ?? []).filter(isBelow)),
    ],
  }
}

/**
 * Tells whether a row says what the headers say, in either language: tables that were joined, or printed page by page, have
 * them again. One name may be a value.
 */
function headerMatcher({ columns, filled }: ColumnMap): (row: SheetRow) => boolean {
  const matchers = filled.map(({ index, column }) => {
    const isName = nameMatcher(column)
    return { index, isHeader: (text: string) => text === columns[index]?.header || isName(text) }
  })
  return ({ cells }) => {
    const filledCells = matchers.filter(({ index }) => (cells[index] ?? '') !== '')
    return (
      filledCells.length >= Math.min(minHeaderNames, matchers.length) &&
      filledCells.every(({ index, isHeader }) => isHeader(showCell(cells[index]!)))
    )
  }
}

/**
 * Whether one cell holds as many texts between separators as there are columns: the line is quoted, or of another file. A
 * table of one column may have another separator than the one that was found.
 */
function isUnparted([cell = '', ...others]: SheetRow['cells'], width: number, found: Separator): boolean {
  if (typeof cell !== 'string' || others.length > 0) return false
  return separators.some((one) =>
    width === 1 ? one !== found && cell.includes(one) : cell.split(one).length === width,
  )
}

function note(key: string, places: readonly string[], count = places.length): ImportNote[] {
  if (count === 0) return []
  const named = places.slice(0, maxNamedPlaces).join(', ')
  return [{ key, params: { places: count > maxNamedPlaces ? `${named} …` : named, count } }]
}
