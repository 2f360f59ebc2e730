import type { Locale } from '../locale.ts'
import { invalidIssue, createIssue, type Issue } from './issue.ts'
import type { FormField } from './form-shape.ts'

const patterns = new Map<string, RegExp>()

/** Checks the length and pattern of a text. Lengths are counted in code points. */
export function checkText(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  if (typeof value !== 'string') return invalidIssue(field, locale)
  const { min, max, pattern } = field
  if (max !== undefined && isLonger(value, max)) return createIssue(field, locale, 'field.too_long', { max })
  if (min !== undefined && !isLonger(value, min - 1))
    return createIssue(field, locale, field.messages?.min ?? 'field.too_short', { min })
  return pattern === undefined || patternOf(pattern).test(value) ? undefined : invalidIssue(field, locale)
}

/** True when the text has more code points than that; it counts no further than it must. */
function isLonger(text: string, length: number): boolean {
  if (text.length <= length) return false
  let count = 0
  for (const _ of text) if (++count > length) return true
  return false
}

/** As JSON Schema reads it: with Unicode. */
function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (!pattern) patterns.set(source, (pattern = new RegExp(source, 'u')))
  return pattern
}
