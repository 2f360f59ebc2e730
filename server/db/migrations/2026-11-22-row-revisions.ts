import type { Kysely } from 'kysely'

/** Creates the table of row revisions: the fields that each write changed, with their earlier values. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('row_revisions')
    .addColumn('module', 'text', (column) => column.notNull())
    .addColumn('row_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('deed', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('row_revisions_key', ['module', 'row_id', 'version'])
    .execute()
}
