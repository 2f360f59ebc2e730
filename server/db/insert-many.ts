import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres, moduleTables } from '#server/db/module-tables.ts'
import type { Tables } from './tables.ts'

/** Parameters that both databases take in one statement: SQLite 32,766, PostgreSQL 65,535. */
const maxParameters = 30_000

/** A table and those of its columns that an insert fills. */
export interface InsertTarget {
  table: string
  columns: readonly string[]
  /** Columns that a row gets which is there already, found by `id`; without them it is an error. */
  overwritten?: readonly string[]
}

/**
 * Writes many rows of a table with few statements, whose text is the same for the same number of rows: thousands of rows
 * would keep the query builder busy for seconds.
 * @param rows values in the order of the columns, as the database holds them
 */
export async function insertMany(
  trx: Kysely<Tables>,
  target: InsertTarget,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const atOnce = Math.max(1, Math.floor(maxParameters / target.columns.length))
  const hasNumbers = isPostgres(moduleTables(trx))
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce)
    const text = buildInsertSql(target, { rows: part.length, hasNumbers })
    await trx.executeQuery(CompiledQuery.raw(text, part.flat()))
  }
}

interface InsertTextOptions {
  /** Number of rows. */
  rows: number
  /** True when parameters have numbers, as on PostgreSQL. */
  hasNumbers: boolean
}

/** The statement that inserts a number of rows. */
export function buildInsertSql(
  { table, columns, overwritten = [] }: InsertTarget,
  { rows, hasNumbers }: InsertTextOptions,
): string {
  const row = (index: number) =>
    `(${columns.map((_, at) => (hasNumbers ? `$${index * columns.length + at + 1}` : '?')).join(', ')})`
  const values = Array.from({ length: rows }, (_, index) => row(index)).join(', ')
  const list = columns.map(quoteIdentifier).join(', ')
  const set = overwritten
    .map((name) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`)
    .join(', ')
  return `insert into ${quoteIdentifier(table)} (${list}) values ${values}${set && ` on conflict ("id") do update set ${set}`}`
}

/** Names come from definitions, which `checkModules` has looked at. */
export function quoteIdentifier(name: string): string {
  return `"${name}"`
}
