/**
 * What XML cannot hold, or would not give back: written as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19). So is an underscore
 * that would begin such an escape, together with the underscore of the text or of the escape that follows.
 */
const unheld = /[[\p{Cc}\uFFFE\uFFFF]--[\t\n]]|_(?=x[0-9A-Fa-f]{4}[_[[\p{Cc}\uFFFE\uFFFF]--[\t\n]]])/gv

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text for an element or an attribute of a workbook's parts. */
export function xmlText(text: string): string {
  const whole = text.toWellFormed()
  const held = whole.replaceAll(
    unheld,
    (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
  return held.replaceAll(/[&<>"]/g, (one) => marks[one] ?? one)
}
