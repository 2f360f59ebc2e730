import type { Kysely } from 'kysely'

/** Replaces fixed by sliding windows of rate counters. Earlier counts are dropped: all windows were shorter than two days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('rate_counts').execute()
  await db.schema
    .createTable('rate_counts')
    .addColumn('counter', 'text', (column) => column.primaryKey())
    .addColumn('parts', 'text', (column) => column.notNull())
    .addColumn('counted_at', 'text', (column) => column.notNull())
    .execute()
}
