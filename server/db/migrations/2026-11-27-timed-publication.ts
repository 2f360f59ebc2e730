import type { Kysely } from 'kysely'

/** Rows become public at their publication time. Until a server has looked for the first time nothing of that kind is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('module_revisions')
    .addColumn('published_until', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
