import { CompiledQuery, sql, type Kysely } from 'kysely'
import { vi } from 'vitest'
import type { Database, Tables } from '../../server/db/client.ts'

/** A statement and its query plan. */
export interface AskedStatement {
  sql: string
  /** Lines of the plan, from the outer step to the inner ones. */
  plan: string[]
}

/**
 * Runs work in a transaction and explains each query. PostgreSQL must use indexes where it can: for small test tables
 * it would scan the whole table.
 */
export async function explainQuestions(
  db: Database,
  run: (trx: Kysely<Tables>) => Promise<unknown>,
): Promise<AskedStatement[]> {
  return db.transaction(async (trx) => {
    const executor = trx.getExecutor()
    const spy = vi.spyOn(executor, 'executeQuery')
    await run(trx)
    const asked = spy.mock.calls.map(([query]) => query)
    spy.mockRestore()
    if (db.dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(trx)
    const statements: AskedStatement[] = []
    for (const query of asked.filter(({ sql: text }) => /^\s*(?:select|with)\b/i.test(text)))
      statements.push({ sql: query.sql, plan: await explain(trx, query) })
    return statements
  })
}

async function explain(trx: Kysely<Tables>, query: CompiledQuery): Promise<string[]> {
  const isPostgres = trx.getExecutor().adapter.constructor.name === 'PostgresAdapter'
  const text = `explain ${isPostgres ? '(costs off)' : 'query plan'} ${query.sql}`
  const { rows } = await trx.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(text, [...query.parameters]),
  )
  return rows.map((row) => String(row['QUERY PLAN'] ?? row['detail']).trim())
}

/** Returns the indexed columns by which rows of a table are found; the plan itself when it scans all rows. */
export function lookedUpBy({ plan }: AskedStatement, table: string): string {
  const whole = `all rows of ${table}:\n${plan.join('\n')}`
  const step = plan.findIndex((line) => new RegExp(String.raw`\b(?:SEARCH|SCAN|on) "?${table}\b`).test(line))
  const [line = '', ...below] = plan.slice(step < 0 ? plan.length : step)
  if (/SCAN|Seq Scan/.test(line)) return whole
  const next = below.findIndex((other) => other.includes('->'))
  const own = [line, ...below.slice(0, next < 0 ? below.length : next)].join('\n')
  return /Index Cond: (.*)|(?:INDEX \S+|KEY) (\(.*\))/.exec(own)?.[0] ?? whole
}
