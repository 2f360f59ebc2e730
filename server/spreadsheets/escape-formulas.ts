/**
 * What a spreadsheet program takes for a formula when it opens a CSV file, though it is text: signs that formulas begin
 * with, also wide ones and behind blanks, and the blanks that older programs skip (OWASP, "CSV Injection"). Apostrophes
 * before it count too, else those of a person's own text could not be told from ours.
 */
const dangerous = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** The same, with at least one apostrophe before it. */
const defused = /^'+(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** A text for a CSV file: with one apostrophe before it where a program would run it, or where there are such already. */
export function escapeFormula(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
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
  return defused.test(text) ? text.slice(1) : text
}
