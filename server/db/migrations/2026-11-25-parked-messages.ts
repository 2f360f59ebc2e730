import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Adds when sending a message was given up: its sealed content stays, so that an administrator can retry it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const text = isPostgres ? 'text collate "C"' : 'text'
  await sql.raw(`alter table "message_queue" add column "parked_at" ${text}`).execute(db)
}
