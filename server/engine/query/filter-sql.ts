import { sql, type Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem, FilterScalar, Operator } from '#contract/filters.ts'
import { castBoolean, castScalar } from '#contract/form/cast-value.ts'
import { createHttpError } from '#server/errors.ts'
import { toDialectValue, type ModuleTables } from '../../db/module-tables.ts'
import { listFieldColumns } from '../field-types/columns.ts'
import type { Stored } from '../field-types/field-type.ts'
import type { SqlCondition } from '../field-types/filter-operators.ts'
import { getFieldType } from '../field-types/index.ts'
import { createUnknownFieldError, type VisibleFields } from '../schema/visible-fields.ts'

/** What a condition is built for: the connection's dialect, the module's table and its fields. */
export interface FilterScope {
  kysely: Kysely<ModuleTables>
  table: string
  /** Fields that conditions may name. */
  fields: VisibleFields
}

/** Maximum number of values in one filter item. */
const maxValues = 500

/**
 * Builds the SQL condition of a filter item. A localized field matches in either language; `ne` and `nin` hold for empty values too.
 * @throws HttpError for a field, operator or value that the caller cannot use
 */
export function toSqlCondition(scope: FilterScope, item: FilterItem): SqlCondition {
  const own = ownCondition(scope, item)
  const ors = (item.ors ?? []).map((or) => toSqlCondition(scope, or))
  return ors.length > 0 ? sql`(${sql.join([own, ...ors], sql` or `)})` : own
}

function ownCondition({ kysely, table, fields }: FilterScope, item: FilterItem): SqlCondition {
  const { param, op = 'eq' } = item
  const field = fields.get(param)
  if (!field) throw createUnknownFieldError(param)
  const { operators, compare } = getFieldType(field)
  if (!operators.includes(op))
    throw createHttpError('query.unknown_operator', {
      fields: [{ path: param, key: 'query.unknown_operator' }],
    })
  if (op === 'empty') return emptyCondition(table, param, field, item.value)
  const many = Array.isArray(item.value)
  const operator = many && op === 'eq' ? 'in' : many && op === 'ne' ? 'nin' : op
  const values = castValues(kysely, field, operator, item)
  const columns = listFieldColumns(param, field).map((column) => sql.ref(`${table}.${column.name}`))
  const parts = columns.map((column) => compare(kysely, column, operator, values))
  return anyOrAll(parts, operator === 'ne' || operator === 'nin')
}

function castValues(
  kysely: Kysely<ModuleTables>,
  field: FieldDefinition,
  operator: Operator,
  { param: path, value }: FilterItem,
): Stored[] {
  const list = Array.isArray(value)
  const takesList = operator === 'in' || operator === 'nin' || operator === 'between'
  const values: readonly FilterScalar[] = list ? value : [value as FilterScalar]
  if (list && !takesList) throw createInvalidValueError(path)
  if (values.length > maxValues || (operator === 'between' && values.length !== 2))
    throw createInvalidValueError(path)
  return values.map((one) => {
    const cast = castScalar(field, one)
    if (cast === undefined) throw createInvalidValueError(path)
    return toDialectValue(kysely, cast)
  })
}

/** Rejects a value that is not of the field's type. */
function createInvalidValueError(path: string) {
  return createHttpError('query.invalid_value', { fields: [{ path, key: 'query.invalid_value' }] })
}

/** Joins the conditions of a field's columns: negations must hold in all languages, other operators in one. */
function anyOrAll(parts: readonly SqlCondition[], all: boolean): SqlCondition {
  const [only] = parts
  if (only && parts.length === 1) return only
  return sql`(${sql.join(parts, all ? sql` and ` : sql` or `)})`
}

function emptyCondition(
  table: string,
  path: string,
  field: FieldDefinition,
  value: FilterItem['value'],
): SqlCondition {
  const wanted = Array.isArray(value) ? undefined : castBoolean(value as FilterScalar)
  if (wanted === undefined) throw createInvalidValueError(path)
  const parts = listFieldColumns(path, field).map((column) => {
    const ref = sql.ref(`${table}.${column.name}`)
    const blank = column.kind === 'text' ? sql`''` : column.kind === 'json' ? sql`'[]'` : undefined
    if (!blank) return wanted ? sql`${ref} is null` : sql`${ref} is not null`
    return wanted
      ? sql`(${ref} is null or ${ref} = ${blank})`
      : sql`(${ref} is not null and ${ref} <> ${blank})`
  })
  return anyOrAll(parts, wanted)
}
