import type { Locale } from '../locale.ts'
import { invalidIssue, createIssue, type Issue } from './issue.ts'
import type { FormField } from './form-shape.ts'

const expressionsBySource = new Map<string, RegExp>()

/** Checks the length and pattern of a text. Lengths are counted in code points. */
export function checkText(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  if (typeof value !== 'string') return invalidIssue(field, locale)
  const { min, max, pattern } = field
  if (max !== undefined && isLonger(value, max)) return createIssue(field, locale, 'field.too_long', { max })
  if (min !== undefined && !isLonger(value, min - 1))
    return createIssue(field, locale, field.messages?.min ?? 'field.too_short', { min })
  return pattern === undefined || getExpression(pattern).test(value) ? undefined : invalidIssue(field, locale)
}

/** Returns whether a text has more code points than `length`. Stops counting there, because the text may be huge. */
function isLonger(text: string, length: number): boolean {
  if (text.length <= length) return false
  let count = 0
  for (const _ of text) if (++count > length) return true
  return false
}

/** Compiles a pattern as JSON Schema does: with the flag `u`. */
function getExpression(source: string): RegExp {
  let pattern = expressionsBySource.get(source)
  if (!pattern) expressionsBySource.set(source, (pattern = new RegExp(source, 'u')))
  return pattern
}
