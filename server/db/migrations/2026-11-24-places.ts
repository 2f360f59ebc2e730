import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Creates the table of the module places and adds columns of pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * `row_no` connects a row with its entry in the search index, which stores no texts of its own (`content=`). To delete an
 * entry, fts5 needs the command 'delete' with the old text.
 */
const sqlite = [
  `create table "places" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "name_zh_cn" text
    not null, "name_en" text not null, "kind" text not null, "page" text, "address_zh_cn" text, "address_en"
    text, "phone" text, "coordinates" text, "distance_m" integer, "description_zh_cn" text, "description_en"
    text)`,
  `create index "places_by_source" on "places" ("source", "source_key") where "deleted_at" is null`,
  `create index "places_by_position" on "places" ("position", "id") where "deleted_at" is null`,
  `create index "places_by_kind" on "places" ("kind", "position", "id") where "deleted_at" is null`,
  `create index "places_by_page" on "places" ("page", "position", "id") where "deleted_at" is null`,
  `create virtual table "places_search" using fts5 (search_text, content='places', content_rowid='row_no',
    tokenize='unicode61', prefix='3 5')`,
  `create trigger "places_search_put" after insert on "places" begin insert into "places_search" (rowid,
    search_text) values (new.row_no, new.search_text); end`,
  `create trigger "places_search_take" after delete on "places" begin insert into "places_search"
    ("places_search", rowid, search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "places_search_swap" after update of "search_text" on "places" begin insert into
    "places_search" ("places_search", rowid, search_text) values ('delete', old.row_no, old.search_text);
    insert into "places_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `alter table "pages" add column "part" text`,
]

/** Texts compare by code points, as on SQLite (`collate "C"`). The server has split `search_text` into words already. */
const postgres = [
  `create table "places" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "name_zh_cn" text collate "C" not null, "name_en" text collate "C" not null,
    "kind" text collate "C" not null, "page" text collate "C", "address_zh_cn" text collate "C", "address_en"
    text collate "C", "phone" text collate "C", "coordinates" text collate "C", "distance_m" integer,
    "description_zh_cn" text collate "C", "description_en" text collate "C", "search_vector" tsvector
    generated always as (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "places_by_source" on "places" ("source", "source_key") where "deleted_at" is null`,
  `create index "places_by_position" on "places" ("position", "id") where "deleted_at" is null`,
  `create index "places_by_kind" on "places" ("kind", "position", "id") where "deleted_at" is null`,
  `create index "places_by_page" on "places" ("page", "position", "id") where "deleted_at" is null`,
  `create index "places_by_search" on "places" using gin ("search_vector")`,
  `alter table "pages" add column "part" text collate "C"`,
]
