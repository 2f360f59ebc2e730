import type { FilterScalar } from '../filters.ts'
import { toInstant } from '../time.ts'
import { instantPattern, maxInteger } from './patterns.ts'
import type { FormField } from './form-shape.ts'

const instantExpression = new RegExp(instantPattern)

/**
 * Converts a filter value, typed or as text, to the type of the field. Values of rows are never converted: `checkValue`
 * rejects those of another type.
 * @returns undefined when the value is invalid for the type
 */
export function castScalar(field: FormField, value: FilterScalar): string | number | boolean | undefined {
  const text = String(value)
  switch (field.type) {
    case 'integer':
      return castNumber(text, /^-?\d{1,10}$/, maxInteger)
    case 'decimal':
      return castNumber(text, /^-?\d{1,15}(\.\d{1,15})?$/, Number.MAX_SAFE_INTEGER)
    case 'boolean':
      return castBoolean(value)
    case 'date':
      return isDate(text) ? text : undefined
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text) ? text : undefined
    case 'datetime':
      return castInstant(text)
    case 'enum':
    case 'enum_set':
      return field.options?.some((option) => option.value === text) ? text : undefined
    case 'list':
      return field.of ? castScalar(field.of, value) : text
    default:
      // PostgreSQL rejects texts with a NUL.
      return text.includes('\0') ? undefined : text
  }
}

/** Reads `1`, `0`, `true` and `false`, typed or as text. */
export function castBoolean(value: FilterScalar): boolean | undefined {
  const text = String(value)
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

/** Converts an instant to its stored form. Undefined without a zone, because such a time depends on the machine. */
export function castInstant(text: string): string | undefined {
  if (!instantExpression.test(text) || !isDate(text.slice(0, 10)) || Number.isNaN(Date.parse(text)))
    return undefined
  const isoInstant = toInstant(text)
  // Conversion to UTC may move the first or last hours of the calendar to a year without four digits.
  return /^\d{4}-.{14}Z$/.test(isoInstant) ? isoInstant : undefined
}

/** Returns whether the text is a calendar day, `YYYY-MM-DD`. `Date` alone parses 30 February as 2 March. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function castNumber(text: string, pattern: RegExp, max: number): number | undefined {
  const number = Number(text)
  return pattern.test(text) && Math.abs(number) <= max ? number : undefined
}
