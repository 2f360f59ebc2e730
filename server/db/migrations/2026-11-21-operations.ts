import type { Kysely } from 'kysely'

/** When work that is done once a day was done, and which keys sealed what lies in this database. */
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
