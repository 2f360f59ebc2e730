import { sql } from 'kysely'
import type { Database } from './client.ts'

/**
 * Tells PostgreSQL at once what its own housekeeping finds out within minutes: how many rows a table has now, and which
 * pages of it all can see. SQLite has no such knowledge to refresh.
 */
export async function tidyTable({ kysely, dialect }: Database, table: string): Promise<void> {
  if (dialect === 'postgres') await sql`vacuum (analyze) ${sql.id(table)}`.execute(kysely)
}
