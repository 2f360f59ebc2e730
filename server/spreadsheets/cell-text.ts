import type { OutCell } from './cell.ts'

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
