import type { Kysely } from 'kysely'

/** Of how many rows something was done at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_log').addColumn('row_count', 'integer').execute()
}
