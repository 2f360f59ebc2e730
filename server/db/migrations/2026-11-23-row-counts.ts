import type { Kysely } from 'kysely'

/** Adds the number of rows of an operation to the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_log').addColumn('row_count', 'integer').execute()
}
