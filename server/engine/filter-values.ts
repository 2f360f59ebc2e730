import type { FieldDefinition, FieldType } from '#contract/field-definition.ts'
import { operators, type FilterScalar, type Operator } from '#contract/filters.ts'
import { toInstant } from '#contract/time.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Stored } from './codec.ts'

const orderedOperators = operators.filter((operator) => operator !== 'like')
const choiceOperators: readonly Operator[] = ['eq', 'ne', 'in', 'nin', 'empty']

const ordered = new Set<FieldType>(['integer', 'decimal', 'date', 'time', 'datetime'])
const choices = new Set<FieldType>(['boolean', 'enum', 'enum_set', 'list', 'relation'])
/** Of these a filter may only ask whether there is a value. */
const opaque = new Set<FieldType>(['json', 'richtext', 'file', 'image', 'id_number'])

/** Greatest value of an integer column on PostgreSQL. */
const maxInteger = 2 ** 31 - 1

/** The operators that a field of this type understands. */
export function operatorsOf(field: FieldDefinition): readonly Operator[] {
  if (opaque.has(field.type)) return ['empty']
  if (choices.has(field.type)) return choiceOperators
  return ordered.has(field.type) ? orderedOperators : operators
}

/** True when the field holds several values, in a column of JSON. */
export function holdsMany(field: FieldDefinition): boolean {
  return field.type === 'enum_set' || field.type === 'list' || field.relation?.many === true
}

/**
 * A value of a filter as the field's column holds it; strict, whatever the form the value came in.
 * @throws Refusal `query.invalid_value` naming the field
 */
export function castValue(path: string, field: FieldDefinition, value: FilterScalar): Stored {
  const cast = castByType(field, value)
  if (cast === undefined) throw refuseValue(path)
  return cast
}

/** Reads `1`, `0`, `true` and `false`, typed or as text. */
export function castBoolean(value: FilterScalar): boolean | undefined {
  const text = String(value)
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

/** The refusal of a value that is none of the field's type. */
export function refuseValue(path: string) {
  return refuse('query.invalid_value', { fields: [{ path, key: 'query.invalid_value' }] })
}

function castByType(field: FieldDefinition, value: FilterScalar): Stored | undefined {
  const text = String(value)
  switch (field.type) {
    case 'integer':
      return castNumber(text, /^-?\d{1,10}$/, maxInteger)
    case 'decimal':
      return castNumber(text, /^-?\d{1,15}(\.\d{1,15})?$/, Number.MAX_SAFE_INTEGER)
    case 'boolean':
      return castBoolean(value)
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) && isDate(text) ? text : undefined
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text) ? text : undefined
    case 'datetime':
      return castInstant(text)
    case 'enum':
    case 'enum_set':
      return field.options?.some((option) => option.value === text) ? text : undefined
    case 'list':
      return field.of ? castByType(field.of, value) : text
    default:
      return text.includes('\0') ? undefined : text
  }
}

function castNumber(text: string, pattern: RegExp, max: number): number | undefined {
  const number = Number(text)
  return pattern.test(text) && Math.abs(number) <= max ? number : undefined
}

/** A time without a zone would mean another instant on every machine. */
function castInstant(text: string): string | undefined {
  const shape = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.exec(text)
  return shape?.[1] && isDate(shape[1]) && !Number.isNaN(Date.parse(text)) ? toInstant(text) : undefined
}

/** `Date` takes 30 February for 2 March. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
