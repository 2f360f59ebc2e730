import { sql, type Kysely } from 'kysely'
import type { StoredRow } from '../field-types/codec.ts'
import type { Stored } from '#server/engine/field-types/field-type.ts'
import type { SqlCondition } from '#server/engine/field-types/filter-operators.ts'
import { toDialectValue, type ModuleTables } from '../../db/module-tables.ts'

/** Rows whose columns hold one of these lists of values. */
export function anyOf(
  tables: Kysely<ModuleTables>,
  table: string,
  columns: readonly string[],
  lists: readonly (readonly Stored[])[],
): SqlCondition {
  const [only, ...more] = columns.map((column) => sql.ref(`${table}.${column}`))
  if (!only || lists.length === 0) return sql`1 = 0`
  const value = (stored: Stored | undefined) => sql`${toDialectValue(tables, stored ?? null)}`
  if (more.length === 0) return sql`${only} in (${sql.join(lists.map(([first]) => value(first)))})`
  const equal = lists.map(
    (values) =>
      sql`(${sql.join(
        [only, ...more].map((column, index) => sql`${column} = ${value(values[index])}`),
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(equal, sql` or `)})`
}

/**
 * What a row's columns hold, as a text to compare by.
 * @param like values of the same columns: SQLite answers booleans as numbers
 */
export function storedKey(row: StoredRow, columns: readonly string[], like: readonly Stored[]): string {
  return JSON.stringify(
    columns.map((column, index) => (typeof like[index] === 'boolean' ? Boolean(row[column]) : row[column])),
  )
}
