import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem, FilterScalar, Operator } from '#contract/filters.ts'
import { castBoolean } from '#contract/form/cast-value.ts'
import { isMultiValued } from '#contract/form/form-shape.ts'
import { createHttpError } from '#server/errors.ts'
import type { Stored } from '../field-types/codec.ts'
import { listFieldColumns } from '#server/db/module-tables.ts'
import { castValue, listOperators, createInvalidValueError } from '../field-types/filter-values.ts'
import { isPostgres, toDialectValue, type ModuleTables } from '../../db/module-tables.ts'
import { createUnknownFieldError, type VisibleFields } from '../schema/visible-fields.ts'

export type SqlCondition = RawBuilder<unknown>

/** Where a condition stands: the connection's dialect, the module's table and the fields that exist there. */
export interface FilterScope {
  kysely: Kysely<ModuleTables>
  table: string
  /** What the gate shows for filters. */
  fields: VisibleFields
}

/** Values of one array in a filter. */
const maxValues = 500

const comparisons: Partial<Record<Operator, SqlCondition>> = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
}

/**
 * A filter item as a condition. A localized field matches in either language; `ne` and `nin` hold for empty values too.
 * @throws Refusal for a field, operator or value that the caller cannot use
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
  if (!listOperators(field).includes(op))
    throw createHttpError('query.unknown_operator', {
      fields: [{ path: param, key: 'query.unknown_operator' }],
    })
  if (op === 'empty') return emptyCondition(table, param, field, item.value)
  const many = Array.isArray(item.value)
  const operator = many && op === 'eq' ? 'in' : many && op === 'ne' ? 'nin' : op
  const values = castValues(kysely, field, operator, item)
  const columns = listFieldColumns(param, field).map((column) => sql.ref(`${table}.${column.name}`))
  const compare = isMultiValued(field) ? compareItems : compareColumn
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
  return values.map((part) => toDialectValue(kysely, castValue(path, field, part)))
}

/** Negations must hold in all languages, everything else in one. */
function anyOrAll(parts: readonly SqlCondition[], all: boolean): SqlCondition {
  const [only] = parts
  if (only && parts.length === 1) return only
  return sql`(${sql.join(parts, all ? sql` and ` : sql` or `)})`
}

function compareColumn(
  kysely: Kysely<ModuleTables>,
  column: SqlCondition,
  operator: Operator,
  values: readonly Stored[],
): SqlCondition {
  const [first = null, second = null] = values
  const comparison = comparisons[operator]
  if (comparison) return sql`${column} ${comparison} ${first}`
  switch (operator) {
    case 'ne':
      return sql`(${column} <> ${first} or ${column} is null)`
    case 'in':
      return values.length > 0 ? sql`${column} in (${sql.join(values)})` : sql`1 = 0`
    case 'nin':
      return values.length > 0
        ? sql`(${column} not in (${sql.join(values)}) or ${column} is null)`
        : sql`1 = 1`
    case 'between':
      return sql`(${column} >= ${first} and ${column} <= ${second})`
    case 'like':
      return containsText(kysely, column, String(first))
    default:
      return sql`${column} = ${first}`
  }
}

/** Both databases lower ASCII letters alone here, so the text is lowered alike; no character is a wildcard. */
function containsText(kysely: Kysely<ModuleTables>, column: SqlCondition, text: string): SqlCondition {
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return isPostgres(kysely)
    ? sql`strpos(lower(${column}), ${lower}) > 0`
    : sql`instr(lower(${column}), ${lower}) > 0`
}

/** Columns of JSON arrays: `eq` and `in` hold when one of the items is one of the values. */
function compareItems(
  kysely: Kysely<ModuleTables>,
  column: SqlCondition,
  operator: Operator,
  values: readonly Stored[],
): SqlCondition {
  const negated = operator === 'ne' || operator === 'nin'
  if (values.length === 0) return negated ? sql`1 = 1` : sql`1 = 0`
  const items = isPostgres(kysely)
    ? sql`jsonb_array_elements_text(${column}::jsonb) as item(value)`
    : sql`json_each(${column}) as item`
  const texts = sql.join(values.map(String))
  const found = sql`exists (select 1 from ${items} where cast(item.value as text) in (${texts}))`
  return negated ? sql`not ${found}` : found
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
