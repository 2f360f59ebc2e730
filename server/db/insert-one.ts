import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres, moduleTables } from '#server/db/module-tables.ts'
import { buildInsertSql, quoteIdentifier } from './insert-many.ts'
import { registerStatementName } from './statement-names.ts'
import type { Tables } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

/** The insert of one row. Its words are the same for the same columns. @param row values as the database holds them */
export function insertOne(trx: Kysely<Tables>, table: string, row: Row): CompiledQuery {
  const hasNumbers = isPostgres(moduleTables(trx))
  const text = buildInsertSql({ table, columns: Object.keys(row) }, { rows: 1, hasNumbers })
  registerStatementName(text)
  return CompiledQuery.raw(text, Object.values(row))
}

/** The update of the row with an id. */
export function updateOne(trx: Kysely<Tables>, table: string, id: string, row: Row): CompiledQuery {
  const hasNumbers = isPostgres(moduleTables(trx))
  const slot = (index: number) => (hasNumbers ? `$${index + 1}` : '?')
  const columns = Object.keys(row)
  const set = columns.map((name, index) => `${quoteIdentifier(name)} = ${slot(index)}`).join(', ')
  const text = `update ${quoteIdentifier(table)} set ${set} where "id" = ${slot(columns.length)}`
  return CompiledQuery.raw(text, [...Object.values(row), id])
}
