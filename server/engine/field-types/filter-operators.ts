import { sql, type Kysely, type RawBuilder } from 'kysely'
import { operators, type Operator } from '#contract/filters.ts'
import { isPostgres, type ModuleTables } from '../../db/module-tables.ts'
import type { ColumnValue } from './field-type.ts'

/** A piece of SQL with its parameters: a condition, a column or an order. */
export type SqlFragment = RawBuilder<unknown>

/** Builds the condition that compares a column with the values of a filter. `kysely` decides the dialect. */
export type Comparison = (
  kysely: Kysely<ModuleTables>,
  column: SqlFragment,
  operator: Operator,
  values: readonly ColumnValue[],
) => SqlFragment

/** For texts: all operators. */
export const textOperators: readonly Operator[] = operators
/** For numbers and times, which contain no text. */
export const orderedOperators: readonly Operator[] = operators.filter((operator) => operator !== 'like')
/** For values without an order: options, lists, true and false. */
export const choiceOperators: readonly Operator[] = ['eq', 'ne', 'in', 'nin', 'empty']
/** For values of which a filter can only ask whether they are present. */
export const presenceOperators: readonly Operator[] = ['empty']

const comparisons: Partial<Record<Operator, SqlFragment>> = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
}

/**
 * Compares a column that holds one value; `ne` and `nin` match empty values too. All operators take one value, except `in` and
 * `nin` (any number) and `between` (both bounds, which match too).
 */
export const compareColumn: Comparison = (kysely, column, operator, values) => {
  const [value = null, upperBound = null] = values
  const comparison = comparisons[operator]
  if (comparison) return sql`${column} ${comparison} ${value}`
  switch (operator) {
    case 'ne':
      return sql`(${column} <> ${value} or ${column} is null)`
    case 'in':
      return values.length > 0 ? sql`${column} in (${sql.join(values)})` : sql`1 = 0`
    case 'nin':
      return values.length > 0
        ? sql`(${column} not in (${sql.join(values)}) or ${column} is null)`
        : sql`1 = 1`
    case 'between':
      return sql`(${column} >= ${value} and ${column} <= ${upperBound})`
    case 'like':
      return containsText(kysely, column, String(value))
    default:
      // `eq`; callers build the condition of `empty` themselves.
      return sql`${column} = ${value}`
  }
}

/** Compares a column that holds a JSON array: `eq` and `in` match when one of its items is one of the values. */
export const compareItems: Comparison = (kysely, column, operator, values) => {
  const isNegated = operator === 'ne' || operator === 'nin'
  if (values.length === 0) return isNegated ? sql`1 = 1` : sql`1 = 0`
  const items = isPostgres(kysely)
    ? sql`jsonb_array_elements_text(${column}::jsonb) as item(value)`
    : sql`json_each(${column}) as item`
  const texts = sql.join(values.map(String))
  const hasMatch = sql`exists (select 1 from ${items} where cast(item.value as text) in (${texts}))`
  return isNegated ? sql`not ${hasMatch}` : hasMatch
}

/** Lowers only ASCII letters of the text, as `lower()` of both databases does with the column; no character is a wildcard. */
function containsText(kysely: Kysely<ModuleTables>, column: SqlFragment, text: string): SqlFragment {
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return isPostgres(kysely)
    ? sql`strpos(lower(${column}), ${lower}) > 0`
    : sql`instr(lower(${column}), ${lower}) > 0`
}
