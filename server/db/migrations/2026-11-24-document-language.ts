import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Adds the language of a document, and whether its file requires a sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const flag = isPostgres ? 'boolean not null default false' : 'integer not null default 0'
  const text = isPostgres ? 'text collate "C"' : 'text'
  const statements = [
    `alter table "documents" add column "language" ${text}`,
    `alter table "documents" add column "needs_sign_in" ${flag}`,
    `create index "documents_by_language" on "documents" ("language", "status", "published_at", "id")
      where "deleted_at" is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
