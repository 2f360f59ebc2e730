import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Adds settings that only administrators see, and the user and language of a question. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const flag = isPostgres ? 'boolean not null default false' : 'integer not null default 0'
  const text = isPostgres ? 'text collate "C"' : 'text'
  const statements = [
    `alter table "settings" add column "is_secret" ${flag}`,
    `create index "settings_by_is_secret" on "settings" ("is_secret", "is_public", "id") where "deleted_at" is null`,
    `alter table "qa" add column "owner_id" ${text}`,
    `alter table "qa" add column "asked_in" ${text}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
