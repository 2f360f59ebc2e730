import type { Kysely } from 'kysely'

/** Limits count over spans that slide. What was counted before is forgotten: all of it is younger than two days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('rate_counts').execute()
  await db.schema
    .createTable('rate_counts')
    .addColumn('counter', 'text', (column) => column.primaryKey())
    .addColumn('parts', 'text', (column) => column.notNull())
    .addColumn('counted_at', 'text', (column) => column.notNull())
    .execute()
}
