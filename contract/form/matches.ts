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

/** A value of a row that conditions compare. */
type Scalar = string | number | boolean

/** Returns whether a row meets all conditions. */
export function matchesAllConditions(
  shape: FormShape,
  conditions: readonly Condition[],
  values: Values,
  related: FindRelatedRow,
): boolean {
  return conditions.every((condition) => matchesCondition(shape, condition, values, related))
}

/**
 * Returns whether a row meets a condition. Evaluates the filter language in memory, with the same results as the
 * server's SQL. A value of the wrong type equals nothing, and an unknown field matches nothing.
 */
export function matchesCondition(
  shape: FormShape,
  condition: Condition,
  values: Values,
  related: FindRelatedRow,
): boolean {
  if ('overlapping' in condition)
    return hasOverlap(getIntervals(shape, condition.overlapping, values, related))
  return (
    matchesItem(shape, condition, values) ||
    (condition.ors ?? []).some((alternative) => matchesCondition(shape, alternative, values, related))
  )
}

/** Returns whether a row meets a filter item, without its alternatives. */
function matchesItem(shape: FormShape, item: FilterItem, values: Values): boolean {
  const field = findField(shape, item.param)
  if (!field) return false
  const value = values[item.param]
  const operandList: readonly FilterScalar[] = Array.isArray(item.value)
    ? item.value
    : [item.value as FilterScalar]
  const op = item.op ?? 'eq'
  if (op === 'empty') return (castBoolean(operandList[0] ?? '') === true) === isBlank(field, value)
  const operands = operandList.flatMap((operand) => castScalar(field, operand) ?? [])
  // Items of a list are stored as texts, so the server's SQL compares them with text, whatever the field's type.
  return compare(
    op,
    listComparableValues(field, value),
    isMultiValued(field) ? operands.map(String) : operands,
  )
}

/** Compares the values of a field with the operands of a filter item: `between` takes two, `in` and `nin` any number. */
function compare(op: Operator, actualValues: readonly Scalar[], operands: readonly Scalar[]): boolean {
  const [operand, upperBound] = operands
  switch (op) {
    case 'ne':
    case 'nin':
      return !actualValues.some((actualValue) => operands.includes(actualValue))
    case 'eq':
    case 'in':
      return actualValues.some((actualValue) => operands.includes(actualValue))
    case 'like':
      return (
        operand !== undefined &&
        actualValues.some((actualValue) =>
          toLowerAscii(String(actualValue)).includes(toLowerAscii(String(operand))),
        )
      )
    case 'gt':
      return actualValues.some(
        (actualValue) => operand !== undefined && compareScalars(actualValue, operand) > 0,
      )
    case 'gte':
      return actualValues.some(
        (actualValue) => operand !== undefined && compareScalars(actualValue, operand) >= 0,
      )
    case 'lt':
      return actualValues.some(
        (actualValue) => operand !== undefined && compareScalars(actualValue, operand) < 0,
      )
    case 'lte':
      return actualValues.some(
        (actualValue) => operand !== undefined && compareScalars(actualValue, operand) <= 0,
      )
    case 'between':
      return (
        operand !== undefined &&
        upperBound !== undefined &&
        actualValues.some(
          (actualValue) =>
            compareScalars(actualValue, operand) >= 0 && compareScalars(actualValue, upperBound) <= 0,
        )
      )
    case 'empty':
      // `matchesItem` has decided it, because it needs the field.
      return false
    default:
      return op satisfies never
  }
}

/** Lists the values to compare: each language of a localized field, each item of a field with several values. */
function listComparableValues(field: FormField, value: unknown): Scalar[] {
  if (field.localized) return locales.map((locale) => getText(value, locale))
  if (isMultiValued(field)) return Array.isArray(value) ? value.filter(isScalar).map(String) : []
  return isScalar(value) ? [value] : []
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Returns the text in a language; an empty text if it is missing, as it is stored. */
function getText(value: unknown, locale: string): string {
  const text = isPlainObject(value) ? value[locale] : undefined
  return typeof text === 'string' ? text : ''
}

/** Returns whether no column of the field has a value, as the operator `empty` means it. */
function isBlank(field: FormField, value: unknown): boolean {
  return listColumnValues(field, value).every(isEmptyValue)
}

/** Lists the values of a field's columns: a localized field has one for each language. */
function listColumnValues(field: FormField, value: unknown): unknown[] {
  return field.localized ? locales.map((locale) => (isPlainObject(value) ? value[locale] : null)) : [value]
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Compares two values as both databases do: text by code points. */
function compareScalars(a: Scalar, b: Scalar): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b)
  const charactersOfA = Array.from(a)
  const charactersOfB = Array.from(b)
  const offset = charactersOfA.findIndex((char, index) => char !== charactersOfB[index])
  // No difference: `b` is the same text, or begins with it.
  if (offset === -1) return charactersOfA.length - charactersOfB.length
  // Without a character at the offset `b` is the beginning of `a`, and sorts before it.
  return (charactersOfA[offset]?.codePointAt(0) ?? 0) - (charactersOfB[offset]?.codePointAt(0) ?? -1)
}

/** Converts ASCII letters only to lower case, as `like` does in both databases. */
function toLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
