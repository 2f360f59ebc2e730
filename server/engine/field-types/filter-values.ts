import type { FieldDefinition, FieldType } from '#contract/field-definition.ts'
import { operators, type FilterScalar, type Operator } from '#contract/filters.ts'
import { castScalar } from '#contract/form/cast-value.ts'
import { createHttpError } from '#server/errors.ts'
import type { Stored } from './codec.ts'

const orderedOperators = operators.filter((operator) => operator !== 'like')
const choiceOperators: readonly Operator[] = ['eq', 'ne', 'in', 'nin', 'empty']

const ordered = new Set<FieldType>(['integer', 'decimal', 'date', 'time', 'datetime'])
const choices = new Set<FieldType>(['boolean', 'enum', 'enum_set', 'list', 'relation'])
/** Of these a filter may only ask whether there is a value. */
const opaque = new Set<FieldType>(['json', 'richtext', 'file', 'image', 'id_number'])

/** The operators that a field of this type understands. */
export function listOperators(field: FieldDefinition): readonly Operator[] {
  if (opaque.has(field.type)) return ['empty']
  if (choices.has(field.type)) return choiceOperators
  return ordered.has(field.type) ? orderedOperators : operators
}

/**
 * A value of a filter as the field's column holds it; strict, whatever the form the value came in.
 * @throws Refusal `query.invalid_value` naming the field
 */
export function castValue(path: string, field: FieldDefinition, value: FilterScalar): Stored {
  const cast = castScalar(field, value)
  if (cast === undefined) throw createInvalidValueError(path)
  return cast
}

/** The refusal of a value that is none of the field's type. */
export function createInvalidValueError(path: string) {
  return createHttpError('query.invalid_value', { fields: [{ path, key: 'query.invalid_value' }] })
}
