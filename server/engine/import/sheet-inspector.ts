import type { FieldIssue } from '#contract/envelope.ts'
import type { ImportCheckBody } from '#contract/transfer.ts'
import { formatColumn, type SheetRow } from '#server/spreadsheets/cell.ts'
import { separators, type Separator } from '#server/spreadsheets/sheet-format.ts'
import type { OpenSheet } from '#server/spreadsheets/read/open-sheet.ts'
import { createNameMatcher } from '#server/engine/field-types/sheet-columns.ts'
import type { FoundHeader } from './map-columns.ts'
import { formatShortCell } from './input-row.ts'
import { isErrorsHeader, type ColumnMap } from './map-columns.ts'

/** A remark on how a file was read. */
export type ImportNote = Pick<FieldIssue, 'key' | 'params'>

/** Inspects the rows of a file while they are read. */
export interface SheetInspector {
  /** @returns false for a row that is to be left out */
  inspectRow: (row: SheetRow) => boolean
  /** Remarks on what the import leaves out or reads differently than it looks. */
  notes: () => ImportNote[]
}

/** Maximum number of lines or columns that a note lists. */
const maxListedLocations = 20

/** Minimum number of headers that a row must repeat to count as a repeated header line. */
const minRepeatedHeaders = 2

/** Creates the inspector of a file. It collects what the import leaves out or reads differently than it looks in a spreadsheet. */
export function createSheetInspector(
  { format, isDoubtful = false, unreadSheets = [], merged, hiddenColumns = [] }: OpenSheet,
  { columns, filled }: ColumnMap,
  { header, rowsAbove }: Pick<FoundHeader, 'header' | 'rowsAbove'>,
  mapping: ImportCheckBody['mapping'] = {},
): SheetInspector {
  const filledIndexes = new Set(filled.map(({ index }) => index))
  /** Indexes of columns with values that are not imported although the user did not decide so. */
  const unreadColumns = new Set<number>()
  /** Indexes of columns with values that are imported. */
  const readColumns = new Set<number>()
  const repeatedLines: number[] = []
  const unsplitLines: number[] = []
  const isRepeatedHeader = createHeaderMatcher({ columns, filled })
  const hiddenLines: number[] = []
  let hiddenCount = 0
  const formatColumnName = (index: number): string => {
    const letters = formatColumn(index)
    const header = columns[index]?.header.trim() ?? ''
    return header === '' ? letters : `${letters} “${header}”`
  }
  /** @param area a merged area such as `A2:C4`, whose last number is its last line */
  const isBelowHeader = (area: string): boolean => Number(/\d+$/.exec(area)?.[0]) > header.line
  /** True for a column that is ignored without the user's choice; the issues column of an error file is ignored on purpose. */
  const isReportable = (index: number): boolean =>
    !filledIndexes.has(index) &&
    !Object.hasOwn(mapping, formatColumn(index)) &&
    !isErrorsHeader(columns[index]?.header ?? '')
  return {
    inspectRow(row) {
      const { line, cells, isHidden } = row
      if (format.kind === 'csv' && isUnsplit(cells, columns.length, format.separator)) unsplitLines.push(line)
      if (isRepeatedHeader(row)) {
        repeatedLines.push(line)
        return false
      }
      if (isHidden && ++hiddenCount <= maxListedLocations) hiddenLines.push(line)
      for (const [index, cell] of cells.entries())
        if (cell !== '' && filledIndexes.has(index)) readColumns.add(index)
        else if (cell !== '' && !unreadColumns.has(index) && isReportable(index)) unreadColumns.add(index)
      return true
    },
    notes: () => [
      ...(isDoubtful && format.kind === 'csv'
        ? [{ key: 'import.doubtful_encoding', params: { encoding: format.encoding } }]
        : []),
      ...toNotes('import.unread_sheets', unreadSheets),
      ...toNotes(
        'import.lines_above',
        rowsAbove.map(({ line }) => String(line)),
      ),
      ...toNotes('import.repeated_headers', repeatedLines.map(String)),
      ...toNotes('import.unparted_lines', unsplitLines.map(String)),
      ...toNotes('import.unread_columns', [...unreadColumns].toSorted((a, b) => a - b).map(formatColumnName)),
      ...toNotes('import.hidden_rows', hiddenLines.map(String), hiddenCount),
      ...toNotes(
        'import.hidden_columns',
        hiddenColumns.filter((index) => readColumns.has(index)).map(formatColumnName),
      ),
      ...toNotes('import.merged_rows', (merged?.overRows ?? []).filter(isBelowHeader)),
      ...toNotes('import.merged_columns', (merged?.overColumns ?? []).filter(isBelowHeader)),
    ],
  }
}

/**
 * Creates a function that checks whether a row repeats the headers, in either language, as in tables that were joined or
 * printed page by page. A single equal cell may be a value.
 */
function createHeaderMatcher({ columns, filled }: ColumnMap): (row: SheetRow) => boolean {
  const matchers = filled.map(({ index, column }) => {
    const isName = createNameMatcher(column)
    return { index, isHeader: (text: string) => text === columns[index]?.header || isName(text) }
  })
  return ({ cells }) => {
    const filledCells = matchers.filter(({ index }) => (cells[index] ?? '') !== '')
    return (
      filledCells.length >= Math.min(minRepeatedHeaders, matchers.length) &&
      filledCells.every(({ index, isHeader }) => isHeader(formatShortCell(cells[index]!)))
    )
  }
}

/**
 * True for a line with a single cell that a separator would split into as many cells as there are columns. Such a line is
 * quoted as a whole, or has another separator. In a table of one column, any other separator counts.
 */
function isUnsplit(
  [cell = '', ...others]: SheetRow['cells'],
  width: number,
  usedSeparator: Separator,
): boolean {
  if (typeof cell !== 'string' || others.length > 0) return false
  return separators.some((one) =>
    width === 1 ? one !== usedSeparator && cell.includes(one) : cell.split(one).length === width,
  )
}

/**
 * Creates the note of a remark about lines or columns; none when it applies to none.
 * @param count number of all locations; `locations` may have the first of them only
 */
function toNotes(key: string, locations: readonly string[], count = locations.length): ImportNote[] {
  if (count === 0) return []
  const listedLocations = locations.slice(0, maxListedLocations).join(', ')
  return [
    { key, params: { places: count > maxListedLocations ? `${listedLocations} …` : listedLocations, count } },
  ]
}
