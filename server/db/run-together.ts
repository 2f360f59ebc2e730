import { CompiledQuery, PostgresAdapter, type Kysely } from 'kysely'
import { nameStatement, statementName } from './statement-names.ts'
import type { Tables } from './tables.ts'

/**
 * Runs writes of different tables that need nothing of each other: on PostgreSQL as one statement, for each takes its
 * way there and back; on SQLite one after the other.
 */
export async function runTogether(
  trx: Kysely<Tables>,
  queries: readonly [CompiledQuery, ...CompiledQuery[]],
): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter) await trx.executeQuery(join(queries))
  else for (const query of queries) await trx.executeQuery(query)
}

/** All but the last stand in `with`, where PostgreSQL runs each of them once, asked for or not. */
function join(queries: readonly CompiledQuery[]): CompiledQuery {
  const texts: string[] = []
  const parameters: unknown[] = []
  for (const query of queries) {
    const before = parameters.length
    texts.push(query.sql.replaceAll(/\$(\d+)/g, (_slot, no: string) => `$${Number(no) + before}`))
    parameters.push(...query.parameters)
  }
  const last = texts.pop() ?? ''
  const parts = texts.map((text, index) => `part_${index} as (${text})`)
  const text = parts.length > 0 ? `with ${parts.join(', ')} ${last}` : last
  if (queries.every(({ sql }) => statementName(sql) !== undefined)) nameStatement(text)
  return CompiledQuery.raw(text, parameters)
}
