import type { Locale } from '../locale.ts'
import { maxInteger } from './patterns.ts'
import { notValid, problem, type Problem } from './problem.ts'
import type { FormField } from './form-shape.ts'

/** A number, whole where it must be, within its bounds and within what both databases hold exactly. */
export function checkNumber(field: FormField, value: unknown, locale: Locale): Problem | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return notValid(field, locale)
  const isWhole = field.type === 'integer'
  if (isWhole && !Number.isInteger(value)) return notValid(field, locale)
  const limit = isWhole ? maxInteger : Number.MAX_SAFE_INTEGER
  const min = Math.max(field.min ?? -limit, -limit)
  const max = Math.min(field.max ?? limit, limit)
  if (value < min) return problem(field, locale, 'field.too_small', { min })
  return value > max ? problem(field, locale, 'field.too_large', { max }) : undefined
}
