import type { Locale } from '../locale.ts'
import { maxInteger } from './patterns.ts'
import { invalidIssue, createIssue, type Issue } from './issue.ts'
import type { FormField } from './form-shape.ts'

/** Checks a number: integer if required, within its bounds, and within the range that both databases store exactly. */
export function checkNumber(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return invalidIssue(field, locale)
  const isWhole = field.type === 'integer'
  if (isWhole && !Number.isInteger(value)) return invalidIssue(field, locale)
  const limit = isWhole ? maxInteger : Number.MAX_SAFE_INTEGER
  const min = Math.max(field.min ?? -limit, -limit)
  const max = Math.min(field.max ?? limit, limit)
  if (value < min) return createIssue(field, locale, 'field.too_small', { min })
  return value > max ? createIssue(field, locale, 'field.too_large', { max }) : undefined
}
