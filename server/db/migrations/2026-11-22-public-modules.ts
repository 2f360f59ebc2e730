import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Creates the tables of the modules tour_routes, meeting_rooms, qa, exhibitors, live_streams. They are written out,
 * because the definitions change later and an old migration must not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * `row_no` connects a row with its entry in the search index, which stores no texts of its own (`content=`). To delete an
 * entry, fts5 needs the command 'delete' with the old text.
 */
const sqlite = [
  `create table "tour_routes" ("row_no" integer primary key, "id" text not null unique, "version" integer
    not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "code" text not
    null, "name_zh_cn" text not null, "name_en" text not null, "starts_at" text not null, "ends_at" text not
    null, "seats" integer not null, "room" text, "session" text)`,
  `create index "tour_routes_by_source" on "tour_routes" ("source", "source_key") where "deleted_at" is null`,
  `create index "tour_routes_by_position" on "tour_routes" ("position", "id") where "deleted_at" is null`,
  `create index "tour_routes_by_starts_at" on "tour_routes" ("starts_at", "id") where "deleted_at" is null`,
  `create index "tour_routes_by_ends_at" on "tour_routes" ("ends_at", "id") where "deleted_at" is null`,
  `create index "tour_routes_by_room" on "tour_routes" ("room", "position", "id") where "deleted_at" is null`,
  `create index "tour_routes_by_session" on "tour_routes" ("session", "position", "id") where "deleted_at"
    is null`,
  `create unique index "tour_routes_unique_code" on "tour_routes" ("code") where "deleted_at" is null`,
  `create virtual table "tour_routes_search" using fts5 (search_text, content='tour_routes',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "tour_routes_search_put" after insert on "tour_routes" begin insert into
    "tour_routes_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "tour_routes_search_take" after delete on "tour_routes" begin insert into
    "tour_routes_search" ("tour_routes_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); end`,
  `create trigger "tour_routes_search_swap" after update of "search_text" on "tour_routes" begin insert into
    "tour_routes_search" ("tour_routes_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "tour_routes_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
  `create table "meeting_rooms" ("row_no" integer primary key, "id" text not null unique, "version" integer
    not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "name_zh_cn" text
    not null, "name_en" text not null, "size" text not null, "floor_zh_cn" text, "floor_en" text, "seats"
    integer)`,
  `create index "meeting_rooms_by_source" on "meeting_rooms" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "meeting_rooms_by_position" on "meeting_rooms" ("position", "id") where "deleted_at" is null`,
  `create index "meeting_rooms_by_size" on "meeting_rooms" ("size", "position", "id") where "deleted_at" is
    null`,
  `create virtual table "meeting_rooms_search" using fts5 (search_text, content='meeting_rooms',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "meeting_rooms_search_put" after insert on "meeting_rooms" begin insert into
    "meeting_rooms_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "meeting_rooms_search_take" after delete on "meeting_rooms" begin insert into
    "meeting_rooms_search" ("meeting_rooms_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); end`,
  `create trigger "meeting_rooms_search_swap" after update of "search_text" on "meeting_rooms" begin insert
    into "meeting_rooms_search" ("meeting_rooms_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "meeting_rooms_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
  `create table "qa" ("row_no" integer primary key, "id" text not null unique, "version" integer not null,
    "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text, "source_key"
    text, "search_text" text not null default '', "no" text not null, "category" text, "title_zh_cn" text not
    null, "title_en" text not null, "summary_zh_cn" text, "summary_en" text, "published_at" text not null,
    "status" text not null, "position" integer not null, "body_zh_cn" text, "body_en" text)`,
  `create index "qa_by_source" on "qa" ("source", "source_key") where "deleted_at" is null`,
  `create index "qa_by_position" on "qa" ("position", "id") where "deleted_at" is null`,
  `create index "qa_by_status" on "qa" ("status", "position", "id") where "deleted_at" is null`,
  `create index "qa_by_category" on "qa" ("category", "status", "position", "id") where "deleted_at" is null`,
  `create index "qa_by_published_at" on "qa" ("published_at", "id") where "deleted_at" is null`,
  `create unique index "qa_unique_no" on "qa" ("no") where "deleted_at" is null`,
  `create virtual table "qa_search" using fts5 (search_text, content='qa', content_rowid='row_no',
    tokenize='unicode61', prefix='3 5')`,
  `create trigger "qa_search_put" after insert on "qa" begin insert into "qa_search" (rowid, search_text)
    values (new.row_no, new.search_text); end`,
  `create trigger "qa_search_take" after delete on "qa" begin insert into "qa_search" ("qa_search", rowid,
    search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "qa_search_swap" after update of "search_text" on "qa" begin insert into "qa_search"
    ("qa_search", rowid, search_text) values ('delete', old.row_no, old.search_text); insert into "qa_search"
    (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create table "exhibitors" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "name_zh_cn" text
    not null, "name_en" text not null, "kind" text not null, "booth" text not null, "description_zh_cn" text,
    "description_en" text, "url" text, "logo" text)`,
  `create index "exhibitors_by_source" on "exhibitors" ("source", "source_key") where "deleted_at" is null`,
  `create index "exhibitors_by_position" on "exhibitors" ("position", "id") where "deleted_at" is null`,
  `create index "exhibitors_by_kind" on "exhibitors" ("kind", "position", "id") where "deleted_at" is null`,
  `create unique index "exhibitors_unique_booth" on "exhibitors" ("booth") where "deleted_at" is null`,
  `create virtual table "exhibitors_search" using fts5 (search_text, content='exhibitors',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "exhibitors_search_put" after insert on "exhibitors" begin insert into "exhibitors_search"
    (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "exhibitors_search_take" after delete on "exhibitors" begin insert into
    "exhibitors_search" ("exhibitors_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); end`,
  `create trigger "exhibitors_search_swap" after update of "search_text" on "exhibitors" begin insert into
    "exhibitors_search" ("exhibitors_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "exhibitors_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
  `create table "live_streams" ("row_no" integer primary key, "id" text not null unique, "version" integer
    not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "kind" text not
    null, "title_zh_cn" text not null, "title_en" text not null, "description_zh_cn" text, "description_en"
    text, "starts_at" text, "ends_at" text, "room" text, "url" text, "cover" text)`,
  `create index "live_streams_by_source" on "live_streams" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "live_streams_by_position" on "live_streams" ("position", "id") where "deleted_at" is null`,
  `create index "live_streams_by_kind" on "live_streams" ("kind", "position", "id") where "deleted_at" is
    null`,
  `create index "live_streams_by_starts_at" on "live_streams" ("starts_at", "id") where "deleted_at" is null`,
  `create index "live_streams_by_ends_at" on "live_streams" ("ends_at", "id") where "deleted_at" is null`,
  `create index "live_streams_by_room" on "live_streams" ("room", "position", "id") where "deleted_at" is
    null`,
  `create virtual table "live_streams_search" using fts5 (search_text, content='live_streams',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "live_streams_search_put" after insert on "live_streams" begin insert into
    "live_streams_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "live_streams_search_take" after delete on "live_streams" begin insert into
    "live_streams_search" ("live_streams_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); end`,
  `create trigger "live_streams_search_swap" after update of "search_text" on "live_streams" begin insert
    into "live_streams_search" ("live_streams_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "live_streams_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
]

/** Texts compare by code points, as on SQLite (`collate "C"`). The server has split `search_text` into words already. */
const postgres = [
  `create table "tour_routes" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "code" text collate "C" not null, "name_zh_cn" text collate "C" not null,
    "name_en" text collate "C" not null, "starts_at" text collate "C" not null, "ends_at" text collate "C"
    not null, "seats" integer not null, "room" text collate "C", "session" text collate "C", "search_vector"
    tsvector generated always as (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "tour_routes_by_source" on "tour_routes" ("source", "source_key") where "deleted_at" is null`,
  `create index "tour_routes_by_position" on "tour_routes" ("position", "id") where "deleted_at" is null`,
  `create index "tour_routes_by_starts_at" on "tour_routes" ("starts_at", "id") where "deleted_at" is null`,
  `create index "tour_routes_by_ends_at" on "tour_routes" ("ends_at", "id") where "deleted_at" is null`,
  `create index "tour_routes_by_room" on "tour_routes" ("room", "position", "id") where "deleted_at" is null`,
  `create index "tour_routes_by_session" on "tour_routes" ("session", "position", "id") where "deleted_at"
    is null`,
  `create unique index "tour_routes_unique_code" on "tour_routes" ("code") where "deleted_at" is null`,
  `create index "tour_routes_by_search" on "tour_routes" using gin ("search_vector")`,
  `create table "meeting_rooms" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "name_zh_cn" text collate "C" not null, "name_en" text collate "C" not null,
    "size" text collate "C" not null, "floor_zh_cn" text collate "C", "floor_en" text collate "C", "seats"
    integer, "search_vector" tsvector generated always as (array_to_tsvector(string_to_array("search_text",
    chr(32)))) stored)`,
  `create index "meeting_rooms_by_source" on "meeting_rooms" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "meeting_rooms_by_position" on "meeting_rooms" ("position", "id") where "deleted_at" is null`,
  `create index "meeting_rooms_by_size" on "meeting_rooms" ("size", "position", "id") where "deleted_at" is
    null`,
  `create index "meeting_rooms_by_search" on "meeting_rooms" using gin ("search_vector")`,
  `create table "qa" ("id" text collate "C" not null primary key, "version" integer not null, "created_at"
    text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate "C",
    "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '', "no"
    text collate "C" not null, "category" text collate "C", "title_zh_cn" text collate "C" not null,
    "title_en" text collate "C" not null, "summary_zh_cn" text collate "C", "summary_en" text collate "C",
    "published_at" text collate "C" not null, "status" text collate "C" not null, "position" integer not
    null, "body_zh_cn" text, "body_en" text, "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "qa_by_source" on "qa" ("source", "source_key") where "deleted_at" is null`,
  `create index "qa_by_position" on "qa" ("position", "id") where "deleted_at" is null`,
  `create index "qa_by_status" on "qa" ("status", "position", "id") where "deleted_at" is null`,
  `create index "qa_by_category" on "qa" ("category", "status", "position", "id") where "deleted_at" is null`,
  `create index "qa_by_published_at" on "qa" ("published_at", "id") where "deleted_at" is null`,
  `create unique index "qa_unique_no" on "qa" ("no") where "deleted_at" is null`,
  `create index "qa_by_search" on "qa" using gin ("search_vector")`,
  `create table "exhibitors" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "name_zh_cn" text collate "C" not null, "name_en" text collate "C" not null,
    "kind" text collate "C" not null, "booth" text collate "C" not null, "description_zh_cn" text collate
    "C", "description_en" text collate "C", "url" text collate "C", "logo" text collate "C", "search_vector"
    tsvector generated always as (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "exhibitors_by_source" on "exhibitors" ("source", "source_key") where "deleted_at" is null`,
  `create index "exhibitors_by_position" on "exhibitors" ("position", "id") where "deleted_at" is null`,
  `create index "exhibitors_by_kind" on "exhibitors" ("kind", "position", "id") where "deleted_at" is null`,
  `create unique index "exhibitors_unique_booth" on "exhibitors" ("booth") where "deleted_at" is null`,
  `create index "exhibitors_by_search" on "exhibitors" using gin ("search_vector")`,
  `create table "live_streams" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "kind" text collate "C" not null, "title_zh_cn" text collate "C" not null,
    "title_en" text collate "C" not null, "description_zh_cn" text collate "C", "description_en" text collate
    "C", "starts_at" text collate "C", "ends_at" text collate "C", "room" text collate "C", "url" text
    collate "C", "cover" text collate "C", "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "live_streams_by_source" on "live_streams" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "live_streams_by_position" on "live_streams" ("position", "id") where "deleted_at" is null`,
  `create index "live_streams_by_kind" on "live_streams" ("kind", "position", "id") where "deleted_at" is
    null`,
  `create index "live_streams_by_starts_at" on "live_streams" ("starts_at", "id") where "deleted_at" is null`,
  `create index "live_streams_by_ends_at" on "live_streams" ("ends_at", "id") where "deleted_at" is null`,
  `create index "live_streams_by_room" on "live_streams" ("room", "position", "id") where "deleted_at" is
    null`,
  `create index "live_streams_by_search" on "live_streams" using gin ("search_vector")`,
]
