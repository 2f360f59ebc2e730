import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres, moduleTables } from '#server/engine/module-tables.ts'
import { insertText, quoted } from './insert-many.ts'
import { nameStatement } from './statement-names.ts'
import type { Tables } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

/** The insert of one row. Its words are the same for the same columns. @param row values as the database holds them */
export function insertOne(trx: Kysely<Tables>, table: string, row: Row): CompiledQuery {
  const hasNumbers = isPostgres(moduleTables(trx))
  const text = insertText({ table, columns: Object.keys(row) }, { rows: 1, hasNumbers })
  nameStatement(text)
  return CompiledQuery.raw(text, Object.values(row))
}

/** The update of the row with an id. */
export function updateOne(trx: Kysely<Tables>, table: string, id: string, row: Row): CompiledQuery {
  const hasNumbers = isPostgres(moduleTables(trx))
  const slot = (index: number) => (hasNumbers ? `$${index + 1}` : '?')
  const columns = Object.keys(row)
  const set = columns.map((name, index) => `${quoted(name)} = ${slot(index)}`).join(', ')
  const text = `update ${quoted(table)} set ${set} where "id" = ${slot(columns.length)}`
  return CompiledQuery.raw(text, [...Object.values(row), id])
}
