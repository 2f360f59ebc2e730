import type { Kysely } from 'kysely'

/** Creates the tables of the last runs of daily tasks and of the keys that sealed values in this database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('task_runs')
    .addColumn('task', 'text', (column) => column.primaryKey())
    .addColumn('ran_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('key_marks')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('hmac', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_marks_pk', ['key_id', 'hmac'])
    .execute()
}
