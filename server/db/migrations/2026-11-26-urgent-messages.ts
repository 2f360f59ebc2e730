import { sql, type Kysely } from 'kysely'

/** Codes go before the rest: among ten thousand waiting mails without an end they are found without reading those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_queue_urgent on message_queue (channel, seq) where expires_at is not null`.execute(
    db,
  )
}
