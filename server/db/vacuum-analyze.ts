import { sql } from 'kysely'
import type { Database } from './client.ts'

/**
 * Tells PostgreSQL at once what its own housekeeping finds out within minutes: how many rows a table has now, and which
 * pages of it all can see. SQLite has no such knowledge to refresh.
 *
 * Where commits do not wait for the disk, rows count as seen by all only once their commit is there; until then their
 * pages are left out, and a list reads every row to count them. The first commit here waits, and takes the others along.
 */
export async function vacuumAnalyze(db: Database, table: string): Promise<void> {
  if (db.dialect !== 'postgres') return
  await db.transaction(async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx)
    await sql`analyze ${sql.id(table)}`.execute(trx)
  })
  await sql`vacuum ${sql.id(table)}`.execute(db.kysely)
}
