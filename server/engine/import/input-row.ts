import type { FieldIssue } from '#contract/envelope.ts'
import type { EmptyCells } from '#contract/transfer.ts'
import { readCell, overflowMarker } from '#server/engine/field-types/cells.ts'
import type { CellContext } from '#server/engine/field-types/field-type.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import { formatCell, unescapeFormula } from '#server/spreadsheets/cell.ts'
import type { Cell, SheetRow } from '#server/spreadsheets/cell.ts'

/** A line of a file, as values of a module's fields. */
export interface InputRow {
  /** Line number in the file, or number of the item of `rows`; from 1. */
  line: number
  /** Values by field. An empty cell is null; a localized field has only the languages that the file has. */
  values: Readonly<Record<string, unknown>>
  /** Issues of cells that could not be read; their paths are those of columns. */
  issues: readonly FieldIssue[]
  /** Texts of the line's cells, by the path of their column. */
  cellTexts: ReadonlyMap<string, string>
}

/** A column of the file that fills a column of the module. */
export interface MappedColumn {
  /** Index of the cell in the file's rows. */
  index: number
  column: SheetColumn
}

/** How the lines of a file are read. */
export interface ReadLineOptions {
  columns: readonly MappedColumn[]
  /** True when an apostrophe precedes texts that a spreadsheet would take for formulas, as in CSV files. */
  hasEscapedFormulas: boolean
  /** Whether an empty cell clears the value or leaves it unchanged. */
  empty: EmptyCells
  cellContext: CellContext
  /** Number of columns of a CSV file, to detect shifted cells; absent for workbooks. */
  width?: number | undefined
}

/** Maximum length of a cell in a report, in characters. */
const maxCellCharacters = 100

/** Converts a row of a file to values of the module's fields. */
export function toInputRow(
  row: SheetRow,
  { columns, hasEscapedFormulas, empty, cellContext, width }: ReadLineOptions,
): InputRow {
  const values: Record<string, unknown> = {}
  const issues: FieldIssue[] = []
  const cellTexts = new Map<string, string>()
  for (const { index, column } of columns) {
    const rawCell = row.cells[index] ?? ''
    const cell = hasEscapedFormulas && typeof rawCell === 'string' ? unescapeFormula(rawCell) : rawCell
    cellTexts.set(column.path, formatShortCell(cell))
    const reading = readCell(column, cell, cellContext)
    if (reading && 'issue' in reading) issues.push({ path: column.path, ...reading.issue })
    else if (reading) setValue(values, column, reading.value)
    // The marker of an export means that the value did not fit into the cell; it must not clear the value.
    // A localized field is cleared in the language of the column only.
    else if (empty === 'clear' && cell !== overflowMarker)
      setValue(values, column, column.locale === undefined ? null : '')
  }
  // A separator inside a text that is not quoted shifts all following cells.
  if (width !== undefined && row.cells.length > width)
    issues.push({
      path: '',
      key: 'import.too_many_cells',
      params: { cells: row.cells.length, columns: width },
    })
  return { line: row.line, values, issues, cellTexts }
}

/** Sets the value of a column; of a localized field the text in the column's language. */
function setValue(values: Record<string, unknown>, { key, locale }: SheetColumn, value: unknown): void {
  values[key] = locale === undefined ? value : { ...(values[key] as object | undefined), [locale]: value }
}

/** Formats a cell as a spreadsheet shows it, shortened. */
export function formatShortCell(cell: Cell): string {
  // A formula that several cells share is stored in the first of them only.
  if (typeof cell === 'object' && cell.kind === 'formula')
    return shorten(cell.formula === '' ? '=…' : cell.formula.replace(/^=?/, '='))
  return shorten(formatCell(cell))
}

function shorten(text: string): string {
  return text.slice(0, maxCellCharacters).toWellFormed()
}
