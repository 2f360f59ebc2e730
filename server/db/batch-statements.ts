import { CompiledQuery, PostgresAdapter, type Kysely } from 'kysely'
import { registerStatementName, findStatementName } from './statement-names.ts'
import type { Tables } from './tables.ts'

/**
 * Runs writes of different tables that need nothing of each other: on PostgreSQL as one statement, for each takes its
 * way there and back; on SQLite one after the other.
 */
export async function runBatch(
  trx: Kysely<Tables>,
  queries: readonly [CompiledQuery, ...CompiledQuery[]],
): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter) await trx.executeQuery(join(queries))
  else for (const query of queries) await trx.executeQuery(query)
}

/**
 * Rows of several questions that need nothing of each other: on PostgreSQL one statement asks them all, whose answers come
 * as JSON, so columns must hold what JSON tells apart: text, numbers, booleans. On SQLite a question has no way to go.
 * @param options whether PostgreSQL keeps a plan that fits all values; few statements may have one
 */
export async function queryBatch<Row>(
  kysely: Kysely<Tables>,
  queries: readonly CompiledQuery<Row>[],
  { isNamed } = { isNamed: false },
): Promise<Row[][]> {
  if (queries.length === 0) return []
  if (!(kysely.getExecutor().adapter instanceof PostgresAdapter))
    return Promise.all(queries.map(async (query) => (await kysely.executeQuery(query)).rows))
  const { texts, parameters } = numbered(queries)
  const parts = texts.map(
    (text, index) =>
      `(select coalesce(json_agg(row_to_json(one)), '[]') from (${text}) as one) as part_${index}`,
  )
  const text = `select ${parts.join(', ')}`
  if (isNamed) registerStatementName(text)
  const asked = CompiledQuery.raw(text, parameters)
  const { rows } = await kysely.executeQuery<Record<string, Row[]>>(asked)
  return queries.map((_query, index) => rows[0]?.[`part_${index}`] ?? [])
}

/** The texts of statements with their parameters counted on from one to the next, as parts of one statement. */
function numbered(queries: readonly CompiledQuery[]): { texts: string[]; parameters: unknown[] } {
  const texts: string[] = []
  const parameters: unknown[] = []
  for (const query of queries) {
    const before = parameters.length
    texts.push(query.sql.replaceAll(/\$(\d+)/g, (_slot, no: string) => `$${Number(no) + before}`))
    parameters.push(...query.parameters)
  }
  return { texts, parameters }
}

/** All but the last stand in `with`, where PostgreSQL runs each of them once, asked for or not. */
function join(queries: readonly CompiledQuery[]): CompiledQuery {
  const { texts, parameters } = numbered(queries)
  const last = texts.pop() ?? ''
  const parts = texts.map((text, index) => `part_${index} as (${text})`)
  const text = parts.length > 0 ? `with ${parts.join(', ')} ${last}` : last
  if (queries.every(({ sql }) => findStatementName(sql) !== undefined)) registerStatementName(text)
  return CompiledQuery.raw(text, parameters)
}
