import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Tables } from './client.ts'

/**
 * Lets one transaction after the other go on that names the same work, in all processes on the database: for what
 * must happen once and is found out by looking. It ends with the transaction. SQLite has one writing transaction at a
 * time anyway.
 */
export async function workAlone(trx: Kysely<Tables>, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}
