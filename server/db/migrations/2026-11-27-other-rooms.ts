import type { Kysely } from 'kysely'

/** Rooms in which a session is seen besides its own, as a JSON list of ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('other_rooms', 'text').execute()
}
