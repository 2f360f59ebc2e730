import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Tables of what people write for themselves. */
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

/** A row keeps the id that its owner's device gave it, by which the device knows it again. */
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
