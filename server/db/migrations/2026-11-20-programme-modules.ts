import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Creates the tables of the modules sessions, tracks, rooms, speakers. They are written out, because the definitions
 * change later and an old migration must not.
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
  `create table "sessions" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "code" text, "type" text not null, "state"
    text not null, "title_zh_cn" text not null, "title_en" text not null, "title_initials" text,
    "subtitle_zh_cn" text, "subtitle_en" text, "abstract_zh_cn" text, "abstract_en" text, "language" text,
    "starts_at" text not null, "ends_at" text not null, "track" text, "room" text, "speakers" text, "links"
    text)`,
  `create index "sessions_by_source" on "sessions" ("source", "source_key") where "deleted_at" is null`,
  `create index "sessions_by_starts_at" on "sessions" ("starts_at", "id") where "deleted_at" is null`,
  `create index "sessions_by_state" on "sessions" ("state", "starts_at", "id") where "deleted_at" is null`,
  `create index "sessions_by_type" on "sessions" ("type", "state", "starts_at", "id") where "deleted_at" is
    null`,
  `create index "sessions_by_ends_at" on "sessions" ("ends_at", "id") where "deleted_at" is null`,
  `create index "sessions_by_track" on "sessions" ("track", "state", "starts_at", "id") where "deleted_at"
    is null`,
  `create index "sessions_by_room" on "sessions" ("room", "state", "starts_at", "id") where "deleted_at" is
    null`,
  `create virtual table "sessions_search" using fts5 (search_text, content='sessions',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "sessions_search_put" after insert on "sessions" begin insert into "sessions_search"
    (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "sessions_search_take" after delete on "sessions" begin insert into "sessions_search"
    ("sessions_search", rowid, search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "sessions_search_swap" after update of "search_text" on "sessions" begin insert into
    "sessions_search" ("sessions_search", rowid, search_text) values ('delete', old.row_no, old.search_text);
    insert into "sessions_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create table "tracks" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "code" text,
    "name_zh_cn" text not null, "name_en" text not null, "description_zh_cn" text, "description_en" text,
    "starts_at" text, "ends_at" text, "room" text)`,
  `create index "tracks_by_source" on "tracks" ("source", "source_key") where "deleted_at" is null`,
  `create index "tracks_by_position" on "tracks" ("position", "id") where "deleted_at" is null`,
  `create index "tracks_by_starts_at" on "tracks" ("starts_at", "id") where "deleted_at" is null`,
  `create index "tracks_by_ends_at" on "tracks" ("ends_at", "id") where "deleted_at" is null`,
  `create index "tracks_by_room" on "tracks" ("room", "position", "id") where "deleted_at" is null`,
  `create virtual table "tracks_search" using fts5 (search_text, content='tracks', content_rowid='row_no',
    tokenize='unicode61', prefix='3 5')`,
  `create trigger "tracks_search_put" after insert on "tracks" begin insert into "tracks_search" (rowid,
    search_text) values (new.row_no, new.search_text); end`,
  `create trigger "tracks_search_take" after delete on "tracks" begin insert into "tracks_search"
    ("tracks_search", rowid, search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "tracks_search_swap" after update of "search_text" on "tracks" begin insert into
    "tracks_search" ("tracks_search", rowid, search_text) values ('delete', old.row_no, old.search_text);
    insert into "tracks_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create table "rooms" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "name_zh_cn" text
    not null, "name_en" text not null, "floor_zh_cn" text, "floor_en" text, "description_zh_cn" text,
    "description_en" text, "capacity" integer)`,
  `create index "rooms_by_source" on "rooms" ("source", "source_key") where "deleted_at" is null`,
  `create index "rooms_by_position" on "rooms" ("position", "id") where "deleted_at" is null`,
  `create virtual table "rooms_search" using fts5 (search_text, content='rooms', content_rowid='row_no',
    tokenize='unicode61', prefix='3 5')`,
  `create trigger "rooms_search_put" after insert on "rooms" begin insert into "rooms_search" (rowid,
    search_text) values (new.row_no, new.search_text); end`,
  `create trigger "rooms_search_take" after delete on "rooms" begin insert into "rooms_search"
    ("rooms_search", rowid, search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "rooms_search_swap" after update of "search_text" on "rooms" begin insert into
    "rooms_search" ("rooms_search", rowid, search_text) values ('delete', old.row_no, old.search_text);
    insert into "rooms_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create table "speakers" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "name_zh_cn" text not null, "name_en" text not
    null, "organisation_zh_cn" text, "organisation_en" text, "biography_zh_cn" text, "biography_en" text,
    "links" text)`,
  `create index "speakers_by_source" on "speakers" ("source", "source_key") where "deleted_at" is null`,
  `create virtual table "speakers_search" using fts5 (search_text, content='speakers',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "speakers_search_put" after insert on "speakers" begin insert into "speakers_search"
    (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "speakers_search_take" after delete on "speakers" begin insert into "speakers_search"
    ("speakers_search", rowid, search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "speakers_search_swap" after update of "search_text" on "speakers" begin insert into
    "speakers_search" ("speakers_search", rowid, search_text) values ('delete', old.row_no, old.search_text);
    insert into "speakers_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
]

/** Texts compare by code points, as on SQLite (`collate "C"`). The server has split `search_text` into words already. */
const postgres = [
  `create table "sessions" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "code" text collate "C", "type" text collate "C" not null, "state" text collate "C" not null,
    "title_zh_cn" text collate "C" not null, "title_en" text collate "C" not null, "title_initials" text
    collate "C", "subtitle_zh_cn" text collate "C", "subtitle_en" text collate "C", "abstract_zh_cn" text
    collate "C", "abstract_en" text collate "C", "language" text collate "C", "starts_at" text collate "C"
    not null, "ends_at" text collate "C" not null, "track" text collate "C", "room" text collate "C",
    "speakers" text, "links" text, "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "sessions_by_source" on "sessions" ("source", "source_key") where "deleted_at" is null`,
  `create index "sessions_by_starts_at" on "sessions" ("starts_at", "id") where "deleted_at" is null`,
  `create index "sessions_by_state" on "sessions" ("state", "starts_at", "id") where "deleted_at" is null`,
  `create index "sessions_by_type" on "sessions" ("type", "state", "starts_at", "id") where "deleted_at" is
    null`,
  `create index "sessions_by_ends_at" on "sessions" ("ends_at", "id") where "deleted_at" is null`,
  `create index "sessions_by_track" on "sessions" ("track", "state", "starts_at", "id") where "deleted_at"
    is null`,
  `create index "sessions_by_room" on "sessions" ("room", "state", "starts_at", "id") where "deleted_at" is
    null`,
  `create index "sessions_by_search" on "sessions" using gin ("search_vector")`,
  `create table "tracks" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "code" text collate "C", "name_zh_cn" text collate "C" not null, "name_en"
    text collate "C" not null, "description_zh_cn" text collate "C", "description_en" text collate "C",
    "starts_at" text collate "C", "ends_at" text collate "C", "room" text collate "C", "search_vector"
    tsvector generated always as (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "tracks_by_source" on "tracks" ("source", "source_key") where "deleted_at" is null`,
  `create index "tracks_by_position" on "tracks" ("position", "id") where "deleted_at" is null`,
  `create index "tracks_by_starts_at" on "tracks" ("starts_at", "id") where "deleted_at" is null`,
  `create index "tracks_by_ends_at" on "tracks" ("ends_at", "id") where "deleted_at" is null`,
  `create index "tracks_by_room" on "tracks" ("room", "position", "id") where "deleted_at" is null`,
  `create index "tracks_by_search" on "tracks" using gin ("search_vector")`,
  `create table "rooms" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "name_zh_cn" text collate "C" not null, "name_en" text collate "C" not null,
    "floor_zh_cn" text collate "C", "floor_en" text collate "C", "description_zh_cn" text collate "C",
    "description_en" text collate "C", "capacity" integer, "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "rooms_by_source" on "rooms" ("source", "source_key") where "deleted_at" is null`,
  `create index "rooms_by_position" on "rooms" ("position", "id") where "deleted_at" is null`,
  `create index "rooms_by_search" on "rooms" using gin ("search_vector")`,
  `create table "speakers" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "name_zh_cn" text collate "C" not null, "name_en" text collate "C" not null, "organisation_zh_cn" text
    collate "C", "organisation_en" text collate "C", "biography_zh_cn" text collate "C", "biography_en" text
    collate "C", "links" text, "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "speakers_by_source" on "speakers" ("source", "source_key") where "deleted_at" is null`,
  `create index "speakers_by_search" on "speakers" using gin ("search_vector")`,
]
