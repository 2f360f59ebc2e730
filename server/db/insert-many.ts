import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres, moduleTables } from '#server/engine/module-tables.ts'
import type { Tables } from './tables.ts'

/** Parameters that both databases take in one statement: SQLite 32,766, PostgreSQL 65,535. */
const maxParameters = 30_000

/**
 * Writes many rows of a table with few statements, whose text is the same for the same number of rows: thousands of rows
 * would keep the query builder busy for seconds.
 * @param rows values in the order of the columns, as the database holds them
 * @param overwritten columns that a row gets which is there already, found by `id`; without them it is an error
 */
export async function insertMany(
  trx: Kysely<Tables>,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  overwritten: readonly string[] = [],
): Promise<void> {
  const atOnce = Math.max(1, Math.floor(maxParameters / columns.length))
  const hasNumbers = isPostgres(moduleTables(trx))
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce)
    const text = insertText(table, columns, part.length, overwritten, hasNumbers)
    await trx.executeQuery(CompiledQuery.raw(text, part.flat()))
  }
}

/** An insert of a number of rows. @param hasNumbers whether parameters have numbers, as on PostgreSQL */
export function insertText(
  table: string,
  columns: readonly string[],
  rows: number,
  overwritten: readonly string[],
  hasNumbers: boolean,
): string {
  const row = (index: number) =>
    `(${columns.map((_, at) => (hasNumbers ? `$${index * columns.length + at + 1}` : '?')).join(', ')})`
  const values = Array.from({ length: rows }, (_, index) => row(index)).join(', ')
  const list = columns.map(quoted).join(', ')
  const set = overwritten.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  return `insert into ${quoted(table)} (${list}) values ${values}${set && ` on conflict ("id") do update set ${set}`}`
}

/** Names come from definitions, which `checkModules` has looked at. */
export function quoted(name: string): string {
  return `"${name}"`
}
