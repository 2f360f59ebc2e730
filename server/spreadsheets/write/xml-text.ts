/** Characters that XML cannot contain, or that a parser would not return. */
const control = String.raw`[[\p{Cc}\uFFFE\uFFFF]--[\t\n]]`

/**
 * What is written as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19): those characters, and each underscore that a reader would
 * take for the start of such an escape. The escape's end may be an underscore of the text, or the first one of the next
 * escape.
 */
const escaped = new RegExp(`${control}|_(?=x[0-9A-Fa-f]{4}(?:_|${control}))`, 'gv')

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text for an element or an attribute of a workbook's parts. */
export function xmlText(text: string): string {
  const whole = text.toWellFormed()
  const held = whole.replaceAll(
    escaped,
    (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
  return held.replaceAll(/[&<>"]/g, (one) => marks[one] ?? one)
}
