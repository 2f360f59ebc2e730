import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Creates the table of hall plans; adds booth positions of exhibitors, and files and low-data options of live streams. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const text = isPostgres ? 'text collate "C"' : 'text'
  const columns = [
    `alter table "exhibitors" add column "hall" ${text}`,
    `alter table "exhibitors" add column "plan_x" integer`,
    `alter table "exhibitors" add column "plan_y" integer`,
    `create index "exhibitors_by_hall" on "exhibitors" ("hall", "position", "id") where "deleted_at" is null`,
    `alter table "live_streams" add column "file" ${text}`,
    `alter table "live_streams" add column "low_url" ${text}`,
    `alter table "live_streams" add column "low_file" ${text}`,
  ]
  for (const statement of [...(isPostgres ? postgres : sqlite), ...columns])
    await sql.raw(statement).execute(db)
}

/**
 * `row_no` connects a row with its entry in the search index, which stores no texts of its own (`content=`). To delete an
 * entry, fts5 needs the command 'delete' with the old text.
 */
const sqlite = [
  `create table "hall_plans" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "name_zh_cn" text
    not null, "name_en" text not null, "floor_zh_cn" text, "floor_en" text, "picture" text)`,
  `create index "hall_plans_by_source" on "hall_plans" ("source", "source_key") where "deleted_at" is null`,
  `create index "hall_plans_by_position" on "hall_plans" ("position", "id") where "deleted_at" is null`,
  `create virtual table "hall_plans_search" using fts5 (search_text, content='hall_plans',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "hall_plans_search_put" after insert on "hall_plans" begin insert into "hall_plans_search"
    (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "hall_plans_search_take" after delete on "hall_plans" begin insert into
    "hall_plans_search" ("hall_plans_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); end`,
  `create trigger "hall_plans_search_swap" after update of "search_text" on "hall_plans" begin insert into
    "hall_plans_search" ("hall_plans_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "hall_plans_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
]

/** Texts compare by code points, as on SQLite (`collate "C"`). The server has split `search_text` into words already. */
const postgres = [
  `create table "hall_plans" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "name_zh_cn" text collate "C" not null, "name_en" text collate "C" not null,
    "floor_zh_cn" text collate "C", "floor_en" text collate "C", "picture" text collate "C", "search_vector"
    tsvector generated always as (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "hall_plans_by_source" on "hall_plans" ("source", "source_key") where "deleted_at" is null`,
  `create index "hall_plans_by_position" on "hall_plans" ("position", "id") where "deleted_at" is null`,
  `create index "hall_plans_by_search" on "hall_plans" using gin ("search_vector")`,
]
