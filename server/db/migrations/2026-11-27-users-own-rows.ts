import { sql, type Kysely } from 'kysely'

/** Adds indexes that list a user's own rows in their order, for modules without a unique index that serves this. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index "registrations_by_owner_id" on "registrations" ("owner_id", "submitted_at", "id")
    where "deleted_at" is null`,
  `create index "staff_registrations_by_owner_id" on "staff_registrations" ("owner_id", "submitted_at", "id")
    where "deleted_at" is null`,
  `create index "qa_by_owner_id" on "qa" ("owner_id", "status", "position", "id") where "deleted_at" is null`,
]
