import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Adds the field that a file was uploaded for, the field that a download token reveals, and the reason of a reveal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema.alterTable('files').addColumn('for_module', 'text').execute()
  await db.schema.alterTable('files').addColumn('for_field', 'text').execute()
  await db.schema.alterTable('download_tokens').addColumn('module', 'text').execute()
  await db.schema.alterTable('download_tokens').addColumn('row_id', 'text').execute()
  await db.schema.alterTable('download_tokens').addColumn('field', 'text').execute()
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('audit_log').addColumn('reason', text).execute()
}
