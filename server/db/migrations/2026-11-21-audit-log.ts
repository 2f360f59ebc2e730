import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Creates the audit log. It is append-only: triggers reject every update and deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
  for (const statement of statements) await sql.raw(statement).execute(db)
}

// Tables of modules are written out, because their definitions change later and an old migration must not. On SQLite
// `row_no` connects a row with its entry in a search index; every module's table has it.
const sqlite = [
  `create table "audit_log" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "at" text not null, "action" text not null,
    "actor_id" text, "module" text, "row_id" text, "fields" text, "request_id" text, "address_block" text)`,
  `create index "audit_log_by_source" on "audit_log" ("source", "source_key") where "deleted_at" is null`,
  `create index "audit_log_by_at" on "audit_log" ("at", "id") where "deleted_at" is null`,
  `create trigger "audit_log_keep" before update on "audit_log"
    begin select raise(abort, 'audit_log is append-only'); end`,
  `create trigger "audit_log_hold" before delete on "audit_log"
    begin select raise(abort, 'audit_log is append-only'); end`,
  // "insert or replace" deletes a row without running delete triggers.
  `create trigger "audit_log_add" before insert on "audit_log"
    when exists (select 1 from "audit_log" where "id" = new."id" or "row_no" = new."row_no")
    begin select raise(abort, 'audit_log is append-only'); end`,
]

const postgres = [
  `create table "audit_log" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "at" text collate "C" not null, "action" text collate "C" not null, "actor_id" text collate "C", "module"
    text collate "C", "row_id" text collate "C", "fields" text, "request_id" text collate "C",
    "address_block" text collate "C")`,
  `create index "audit_log_by_source" on "audit_log" ("source", "source_key") where "deleted_at" is null`,
  `create index "audit_log_by_at" on "audit_log" ("at", "id") where "deleted_at" is null`,
  `create function "audit_log_refuse"() returns trigger language plpgsql as
    $$ begin raise exception 'audit_log is append-only'; end $$`,
  `create trigger "audit_log_keep" before update or delete on "audit_log"
    for each row execute function "audit_log_refuse"()`,
  `create trigger "audit_log_hold" before truncate on "audit_log"
    for each statement execute function "audit_log_refuse"()`,
]
