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
  const leadingIndex = Math.floor(index / 26)
  return `${leadingIndex > 0 ? formatColumn(leadingIndex - 1) : ''}${String.fromCharCode(65 + (index % 26))}`
}

/** Formats a value as text, as CSV files contain it. */
export function formatCell(cell: OutCell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell !== 'object') return String(cell)
  if (cell.kind === 'number') return String(cell.value)
  if (cell.kind === 'error') return cell.code
  return [cell.date, cell.time].filter((part) => part !== undefined).join(' ')
}

/**
 * Matches texts that spreadsheet programs run as formulas when they open a CSV file: signs that formulas begin with,
 * also full-width ones and after blanks, and blanks that older programs skip (OWASP, "CSV Injection"). Leading
 * apostrophes count too; otherwise those of a user would look like the escape.
 */
const formulaPattern = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** Matches such texts with at least one leading apostrophe. */
const escapedPattern = /^'+(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/**
 * Escapes a text for a CSV file: adds an apostrophe where a program would run it, or where apostrophes precede such a
 * text.
 */
export function escapeFormula(text: string): string {
  return formulaPattern.test(text) ? `'${text}` : text
}

/** `="007"`: users write this so that a spreadsheet program shows a text unchanged. */
const textFormula = /^="([^"]*)"$/

/**
 * Removes the escape of a text. In files of other programs the apostrophe has the same meaning. A formula that consists
 * of one text is that text.
 */
export function unescapeFormula(text: string): string {
  const [, quotedText] = textFormula.exec(text) ?? []
  if (quotedText !== undefined) return quotedText
  return escapedPattern.test(text) ? text.slice(1) : text
}
