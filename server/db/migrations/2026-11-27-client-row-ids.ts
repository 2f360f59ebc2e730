import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Modules whose rows users write for themselves. */
const tables = [
  'registrations',
  'staff_registrations',
  'travel_infos',
  'side_meetings',
  'speech_materials',
  'qa',
  'notes',
  'favourites',
]

/** Adds the id that the owner's device gave a row, by which the device recognizes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const text = isPostgres ? 'text collate "C"' : 'text'
  for (const table of tables) {
    await sql.raw(`alter table "${table}" add column "client_row_id" ${text}`).execute(db)
    await sql
      .raw(
        `create unique index "${table}_unique_client_row_id" on "${table}" ("owner_id", "client_row_id")
        where "deleted_at" is null and "client_row_id" is not null`,
      )
      .execute(db)
  }
}
