import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Turns accounts into rows of the module users: adds the columns of every module and the grants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Logins and mobiles are unique over all rows, deleted ones included, so their indexes serve every query. */
const indexes = [
  `create unique index "users_unique_login_name" on "users" ("login_name")`,
  `create unique index "users_unique_mobile" on "users" ("mobile")`,
  `create index "users_by_source" on "users" ("source", "source_key") where "deleted_at" is null`,
  `create index "users_by_role" on "users" ("role", "id") where "deleted_at" is null`,
  `create index "users_by_is_administrator" on "users" ("is_administrator", "id") where "deleted_at" is null`,
  `create index "users_by_blocked_at" on "users" ("blocked_at", "id") where "deleted_at" is null`,
]

const copiedColumns = `"id", "login_name", "mobile", "email", "display_name", "password_hash", "role", "is_administrator",
    "blocked_at", "weixin_openid", "created_at", "updated_at"`

/**
 * SQLite cannot add a primary key to a table, so the table is copied. Dropping the old one deletes the rows that reference
 * it (foreign keys cascade); they are restored from copies.
 */
const sqlite = [
  `create table "users_new" ("row_no" integer primary key, "id" text not null unique, "version" integer not null
    default 1, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "display_name" text not null, "login_name" text not
    null, "mobile" text, "email" text, "role" text not null, "is_administrator" integer not null default 0, "grants"
    text, "locale" text, "blocked_at" text, "password_hash" text, "weixin_openid" text)`,
  `insert into "users_new" (${copiedColumns}) select ${copiedColumns} from "users" order by "created_at", "id"`,
  `create table "sign_ins_old" as select * from "sign_ins"`,
  `create table "download_tokens_old" as select * from "download_tokens"`,
  `drop table "users"`,
  `alter table "users_new" rename to "users"`,
  `insert into "sign_ins" select * from "sign_ins_old"`,
  `insert into "download_tokens" select * from "download_tokens_old"`,
  `drop table "download_tokens_old"`,
  `drop table "sign_ins_old"`,
  ...indexes,
  `create unique index "users_weixin_openid_unique" on "users" ("weixin_openid")`,
  `create index "users_by_email" on "users" ("email")`,
]

/** Texts, and columns that are compared with them, get the collation of SQLite: by code points. */
const postgres = [
  `alter table "users" drop constraint "users_login_name_unique", drop constraint "users_mobile_unique",
    alter column "id" type text collate "C", alter column "login_name" type text collate "C",
    alter column "mobile" type text collate "C", alter column "email" type text collate "C",
    alter column "display_name" type text collate "C", alter column "role" type text collate "C",
    alter column "blocked_at" type text collate "C", alter column "created_at" type text collate "C",
    alter column "updated_at" type text collate "C", alter column "is_administrator" set default false,
    add column "version" integer not null default 1, add column "deleted_at" text collate "C",
    add column "source" text collate "C", add column "source_key" text collate "C",
    add column "search_text" text not null default '', add column "grants" text,
    add column "locale" text collate "C"`,
  `alter table "sign_ins" alter column "user_id" type text collate "C"`,
  ...indexes,
]
