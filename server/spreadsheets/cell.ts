/** A number as a workbook holds it. */
export interface NumberCell {
  kind: 'number'
  value: number
  /** The number format, when it shows the number otherwise than its digits: `000` shows 7 as 007. */
  format?: string
}

/** A date of a workbook, by its own calendar (1900 or 1904), as the sheet shows it: of no time zone. */
export interface DateCell {
  kind: 'date'
  /** `2023-09-05`; absent when the cell holds a time of day only. */
  date?: string
  /** `09:30:00`; absent when the cell holds a whole day. */
  time?: string
}

/** A formula: what it was worth when the file was last saved may be old, so nobody takes it for a value. */
export interface FormulaCell {
  kind: 'formula'
  formula: string
}

/** A cell that shows an error, as `#N/A`. */
export interface ErrorCell {
  kind: 'error'
  code: string
}

/** A cell of a sheet. Those of CSV files are texts; an empty cell is an empty text in both. */
export type Cell = string | boolean | NumberCell | DateCell | FormulaCell | ErrorCell

/** A row of a sheet that was read. */
export interface SheetRow {
  /** Number of the row as Excel shows it, from 1; blank rows count, a quoted line break does not. */
  line: number
  cells: readonly Cell[]
  /** True when the sheet does not show the row. */
  isHidden?: boolean
}

/**
 * A value to be written: texts stay texts whatever they look like, numbers, booleans and dates have their types, a number
 * of a person's workbook its format, an error stays one.
 */
export type OutCell =
  | string
  | number
  | boolean
  | null
  | Pick<DateCell, 'kind' | 'date' | 'time'>
  | NumberCell
  | ErrorCell

/** The letters of a column as Excel shows it: `A` for 0, `AA` for 26. */
export function formatColumn(index: number): string {
  const head = Math.floor(index / 26)
  return `${head > 0 ? formatColumn(head - 1) : ''}${String.fromCharCode(65 + (index % 26))}`
}
