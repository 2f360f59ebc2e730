import { sql, type Kysely } from 'kysely'

/** Messages that expire are sent first. This index finds them without reading the waiting ones that never expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_queue_urgent on message_queue (channel, seq) where expires_at is not null`.execute(
    db,
  )
}
