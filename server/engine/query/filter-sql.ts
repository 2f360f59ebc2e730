import { sql, type Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem, FilterScalar, Operator } from '#contract/filters.ts'
import { castBoolean, castScalar } from '#contract/form/cast-value.ts'
import { createHttpError } from '#server/errors.ts'
import { toDialectValue, type ModuleTables } from '../../db/module-tables.ts'
import { listFieldColumns } from '../field-types/columns.ts'
import type { ColumnValue } from '../field-types/field-type.ts'
import type { SqlFragment } from '../field-types/filter-operators.ts'
import { getFieldType } from '../field-types/index.ts'
import { createUnknownFieldError, type VisibleFields } from '../schema/visible-fields.ts'

/** The table that a condition is built for, and the fields that it may name. */
export interface FilterScope {
  kysely: Kysely<ModuleTables>
  /** Table of the module, with which columns are qualified. */
  table: string
  /** The fields by which the caller may filter; all fields for conditions of a definition. */
  fields: VisibleFields
}

/** Maximum number of values in one filter item. */
const maxValues = 500

/**
 * Builds the SQL condition of a filter item. A localized field matches in either language; `ne` and `nin` match empty values
 * too. With a list of values `eq` means `in`, and `ne` means `nin`.
 * @throws HttpError for a field, operator or value that the caller cannot use
 */
export function toSqlCondition(scope: FilterScope, item: FilterItem): SqlFragment {
  const condition = toItemCondition(scope, item)
  const alternatives = (item.ors ?? []).map((or) => toSqlCondition(scope, or))
  return alternatives.length > 0 ? sql`(${sql.join([condition, ...alternatives], sql` or `)})` : condition
}

/** Builds the condition of an item without its alternatives (`ors`). */
function toItemCondition({ kysely, table, fields }: FilterScope, item: FilterItem): SqlFragment {
  const { param, op = 'eq' } = item
  const field = fields.get(param)
  if (!field) throw createUnknownFieldError(param)
  const { operators, compare } = getFieldType(field)
  if (!operators.includes(op))
    throw createHttpError('query.unknown_operator', {
      fields: [{ path: param, key: 'query.unknown_operator' }],
    })
  if (op === 'empty') return toEmptyCondition(table, param, field, item.value)
  const hasList = Array.isArray(item.value)
  const operator = hasList && op === 'eq' ? 'in' : hasList && op === 'ne' ? 'nin' : op
  const values = castValues(kysely, field, operator, item)
  const columns = listFieldColumns(param, field).map((column) => sql.ref(`${table}.${column.name}`))
  const columnConditions = columns.map((column) => compare(kysely, column, operator, values))
  return joinColumnConditions(columnConditions, operator === 'ne' || operator === 'nin')
}

/** Casts the values of a filter item to what the field's column holds. @throws HttpError for a value that does not fit */
function castValues(
  kysely: Kysely<ModuleTables>,
  field: FieldDefinition,
  operator: Operator,
  { param: path, value }: FilterItem,
): ColumnValue[] {
  const isList = Array.isArray(value)
  const takesList = operator === 'in' || operator === 'nin' || operator === 'between'
  const values: readonly FilterScalar[] = isList ? value : [value as FilterScalar]
  if (isList && !takesList) throw createInvalidValueError(path)
  if (values.length > maxValues || (operator === 'between' && values.length !== 2))
    throw createInvalidValueError(path)
  return values.map((one) => {
    const cast = castScalar(field, one)
    if (cast === undefined) throw createInvalidValueError(path)
    return toDialectValue(kysely, cast)
  })
}

/** Creates the error for a value that is not of the field's type. */
function createInvalidValueError(path: string) {
  return createHttpError('query.invalid_value', { fields: [{ path, key: 'query.invalid_value' }] })
}

/**
 * Joins the conditions of a field's columns.
 * @param inAll true for negations, which must hold in all languages; other conditions hold in one
 */
function joinColumnConditions(columnConditions: readonly SqlFragment[], inAll: boolean): SqlFragment {
  const [single] = columnConditions
  if (single && columnConditions.length === 1) return single
  return sql`(${sql.join(columnConditions, inAll ? sql` and ` : sql` or `)})`
}

/** Builds the condition of the operator `empty`. A localized field is empty when its texts in all languages are. */
function toEmptyCondition(
  table: string,
  path: string,
  field: FieldDefinition,
  value: FilterItem['value'],
): SqlFragment {
  const shouldBeEmpty = Array.isArray(value) ? undefined : castBoolean(value as FilterScalar)
  if (shouldBeEmpty === undefined) throw createInvalidValueError(path)
  const columnConditions = listFieldColumns(path, field).map((column) => {
    const ref = sql.ref(`${table}.${column.name}`)
    // Beside null, an empty text and an empty list are empty; other columns hold no empty value.
    const blank = column.kind === 'text' ? sql`''` : column.kind === 'json' ? sql`'[]'` : undefined
    if (!blank) return shouldBeEmpty ? sql`${ref} is null` : sql`${ref} is not null`
    return shouldBeEmpty
      ? sql`(${ref} is null or ${ref} = ${blank})`
      : sql`(${ref} is not null and ${ref} <> ${blank})`
  })
  return joinColumnConditions(columnConditions, shouldBeEmpty)
}
