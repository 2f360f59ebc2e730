import type { Condition } from '../conditions.ts'
import type { FilterItem, FilterScalar, Operator } from '../filters.ts'
import { locales } from '../locale.ts'
import { castBoolean, castScalar } from './cast-value.ts'
import {
  findField,
  isMultiValued,
  isPlainObject,
  type FindRelatedRow,
  type FormShape,
  type Values,
  type FormField,
} from './form-shape.ts'
import { hasOverlap, getIntervals } from './intervals.ts'

type Scalar = string | number | boolean

/** Returns whether all tests hold for a row. */
export function matchesAllConditions(
  shape: FormShape,
  tests: readonly Condition[],
  values: Values,
  related: FindRelatedRow,
): boolean {
  return tests.every((test) => matchesCondition(shape, test, values, related))
}

/**
 * Returns whether a test holds for a row. It evaluates the filter language in memory, with the same results as the
 * engine's SQL. A value of the wrong type equals nothing, and an unknown field matches nothing.
 */
export function matchesCondition(
  shape: FormShape,
  test: Condition,
  values: Values,
  related: FindRelatedRow,
): boolean {
  if ('overlapping' in test) return hasOverlap(getIntervals(shape, test.overlapping, values, related))
  return (
    holds(shape, test, values) || (test.ors ?? []).some((or) => matchesCondition(shape, or, values, related))
  )
}

function holds(shape: FormShape, item: FilterItem, values: Values): boolean {
  const field = findField(shape, item.param)
  if (!field) return false
  const value = values[item.param]
  const list: readonly FilterScalar[] = Array.isArray(item.value) ? item.value : [item.value as FilterScalar]
  const op = item.op ?? 'eq'
  if (op === 'empty')
    return castBoolean(list[0] ?? '') === true ? isBlank(field, value) : isFilled(field, value)
  const wanted = list.flatMap((one) => castScalar(field, one) ?? [])
  return compare(op, partsOf(field, value), isMultiValued(field) ? wanted.map(String) : wanted)
}

function compare(op: Operator, parts: readonly Scalar[], wanted: readonly Scalar[]): boolean {
  const [first, second] = wanted
  switch (op) {
    case 'ne':
    case 'nin':
      return !parts.some((part) => wanted.includes(part))
    case 'eq':
    case 'in':
      return parts.some((part) => wanted.includes(part))
    case 'like':
      return first !== undefined && parts.some((part) => lower(String(part)).includes(lower(String(first))))
    case 'gt':
      return parts.some((part) => first !== undefined && order(part, first) > 0)
    case 'gte':
      return parts.some((part) => first !== undefined && order(part, first) >= 0)
    case 'lt':
      return parts.some((part) => first !== undefined && order(part, first) < 0)
    case 'lte':
      return parts.some((part) => first !== undefined && order(part, first) <= 0)
    case 'between':
      return (
        first !== undefined &&
        second !== undefined &&
        parts.some((part) => order(part, first) >= 0 && order(part, second) <= 0)
      )
    case 'empty':
      return false
    default:
      return op satisfies never
  }
}

/** Lists the values to compare: each language of a localized field, each item of a field with several values. */
function partsOf(field: FormField, value: unknown): Scalar[] {
  if (field.localized) return locales.map((locale) => textIn(value, locale))
  if (isMultiValued(field)) return Array.isArray(value) ? value.filter(isScalar).map(String) : []
  return isScalar(value) ? [value] : []
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** A missing text is stored as an empty one. */
function textIn(value: unknown, locale: string): string {
  const text = isPlainObject(value) ? value[locale] : undefined
  return typeof text === 'string' ? text : ''
}

function isBlank(field: FormField, value: unknown): boolean {
  return columnValues(field, value).every(isNothing)
}

function isFilled(field: FormField, value: unknown): boolean {
  return columnValues(field, value).some((part) => !isNothing(part))
}

function columnValues(field: FormField, value: unknown): unknown[] {
  return field.localized ? locales.map((locale) => (isPlainObject(value) ? value[locale] : null)) : [value]
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Text by code points, as both databases order it. */
function order(a: Scalar, b: Scalar): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b)
  const left = Array.from(a)
  const right = Array.from(b)
  const place = left.findIndex((char, index) => char !== right[index])
  if (place === -1) return left.length - right.length
  return (left[place]?.codePointAt(0) ?? 0) - (right[place]?.codePointAt(0) ?? -1)
}

/** ASCII letters only, as both databases do. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
