import type { FieldIssue } from '#contract/envelope.ts'
import type { EmptyCells } from '#contract/transfer.ts'
import { readCell, overflowMarker } from '#server/engine/field-types/cells.ts'
import type { CellContext } from '#server/engine/field-types/field-type.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import { formatCell, unescapeFormula } from '#server/spreadsheets/cell-text.ts'
import type { Cell, SheetRow } from '#server/spreadsheets/cell.ts'

/** A line of a file, as values of a module's fields. */
export interface InputRow {
  line: number
  /** By field; an empty cell is null, a localized field has the languages that the file has. */
  values: Readonly<Record<string, unknown>>
  /** Cells that mean nothing; their paths are those of columns. */
  problems: readonly FieldIssue[]
  /** What the line's cells show, by the path of their column. */
  shown: ReadonlyMap<string, string>
}

/** A column of the file that fills a column of the module. */
export interface MappedColumn {
  /** Place in the file's rows. */
  index: number
  column: SheetColumn
}

/** How the lines of a file are read. */
export interface LineReading {
  columns: readonly MappedColumn[]
  /** True when apostrophes stand before texts that a spreadsheet would take for formulas. */
  isDefused: boolean
  empty: EmptyCells
  cells: CellContext
  /** Columns that have a place in the file; absent where cells cannot be shifted. */
  width?: number | undefined
}

/** Maximum length of a cell in a report, in characters. */
const shownCharacters = 100

/** What a line of a file gives. */
export function toInputRow(
  row: SheetRow,
  { columns, isDefused, empty, cells, width }: LineReading,
): InputRow {
  const values: Record<string, unknown> = {}
  const problems: FieldIssue[] = []
  const shown = new Map<string, string>()
  for (const { index, column } of columns) {
    const raw = row.cells[index] ?? ''
    const cell = isDefused && typeof raw === 'string' ? unescapeFormula(raw) : raw
    shown.set(column.path, showCell(cell))
    const reading = readCell(column, cell, cells)
    if (reading && 'problem' in reading) problems.push({ path: column.path, ...reading.problem })
    else if (reading) put(values, column, reading.value)
    else if (empty === 'clear' && cell !== overflowMarker)
      put(values, column, column.locale === undefined ? null : '')
  }
  // A separator inside a text that is not quoted shifts all that stands behind it.
  if (width !== undefined && row.cells.length > width)
    problems.push({
      path: '',
      key: 'import.too_many_cells',
      params: { cells: row.cells.length, columns: width },
    })
  return { line: row.line, values, problems, shown }
}

function put(values: Record<string, unknown>, { key, locale }: SheetColumn, value: unknown): void {
  values[key] = locale === undefined ? value : { ...(values[key] as object | undefined), [locale]: value }
}

/** A cell as a person sees it, shortened. */
export function showCell(cell: Cell): string {
  // A formula that is shared among cells stands in the first of them alone.
  if (typeof cell === 'object' && cell.kind === 'formula')
    return shorten(cell.formula === '' ? '=…' : cell.formula.replace(/^=?/, '='))
  return shorten(formatCell(cell))
}

function shorten(text: string): string {
  return text.slice(0, shownCharacters).toWellFormed()
}
