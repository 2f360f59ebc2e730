/** A number of a workbook. */
export interface NumberCell {
  kind: 'number'
  value: number
  /** The number format, when it shows more than the digits: `000` shows 7 as 007. */
  format?: string
}

/** A date of a workbook by its own calendar (1900 or 1904), as the sheet shows it, without a time zone. */
export interface DateCell {
  kind: 'date'
  /** `2023-09-05`; absent when the cell holds a time of day only. */
  date?: string
  /** `09:30:00`; absent when the cell holds a whole day. */
  time?: string
}

/** A formula. Its stored result may be old, so it is never used as a value. */
export interface FormulaCell {
  kind: 'formula'
  formula: string
}

/** A cell that shows an error, such as `#N/A`. */
export interface ErrorCell {
  kind: 'error'
  code: string
}

/** A cell of a sheet. Cells of CSV files are texts; an empty cell is an empty text in both formats. */
export type Cell = string | boolean | NumberCell | DateCell | FormulaCell | ErrorCell

/** A row that was read. */
export interface SheetRow {
  /** Number of the row as Excel shows it, from 1. Blank rows count; a quoted line break does not. */
  line: number
  cells: readonly Cell[]
  /** True when the row is hidden in the sheet. */
  isHidden?: boolean
}

/**
 * A value to write. Texts stay texts whatever they look like; numbers, booleans, dates and errors keep their types and
 * formats.
 */
export type OutCell =
  | string
  | number
  | boolean
  | null
  | Pick<DateCell, 'kind' | 'date' | 'time'>
  | NumberCell
  | ErrorCell

/** Formats the letters of a column as Excel shows them: `A` for 0, `AA` for 26. */
export function formatColumn(index: number): string {
  const head = Math.floor(index / 26)
  return `${head > 0 ? formatColumn(head - 1) : ''}${String.fromCharCode(65 + (index % 26))}`
}
