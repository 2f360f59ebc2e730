import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** What a message says outlives its last try, sealed, so that an administrator can have it tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const text = isPostgres ? 'text collate "C"' : 'text'
  await sql.raw(`alter table "message_queue" add column "parked_at" ${text}`).execute(db)
}
