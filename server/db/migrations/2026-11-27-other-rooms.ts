import type { Kysely } from 'kysely'

/** Adds the rooms to which a session is transmitted, as a JSON list of ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('other_rooms', 'text').execute()
}
