import type { Kysely } from 'kysely'

/** Adds the time until which due rows are public. Until a server has checked for the first time, none of them is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('module_revisions')
    .addColumn('published_until', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
