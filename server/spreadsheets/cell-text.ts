import type { OutCell } from './cell.ts'

/** A value as text, the way a CSV file has it. */
export function formatCell(cell: OutCell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell !== 'object') return String(cell)
  if (cell.kind === 'number') return String(cell.value)
  if (cell.kind === 'error') return cell.code
  return [cell.date, cell.time].filter((part) => part !== undefined).join(' ')
}

/**
 * What a spreadsheet program takes for a formula when it opens a CSV file, though it is text: signs that formulas begin
 * with, also wide ones and behind blanks, and the blanks that older programs skip (OWASP, "CSV Injection"). Apostrophes
 * before it count too, else those of a person's own text could not be told from ours.
 */
const formulaLike = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** The same, with at least one apostrophe before it. */
const escaped = /^'+(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** A text for a CSV file: with one apostrophe before it where a program would run it, or where there are such already. */
export function escapeFormula(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text
}

/** `="007"`, which people write so that a spreadsheet program shows a text as it is. */
const textFormula = /^="([^"]*)"$/

/**
 * The text that was defused. In files of other people an apostrophe there was written for the same reason. Of a formula
 * that is nothing but a text it is that text.
 */
export function unescapeFormula(text: string): string {
  const [, shown] = textFormula.exec(text) ?? []
  if (shown !== undefined) return shown
  return escaped.test(text) ? text.slice(1) : text
}
