import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Creates the tables of the modules informations, documents, article_category, pages, partners, settings. They are
 * written out, because the definitions change later and an old migration must not.
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
  `create table "informations" ("row_no" integer primary key, "id" text not null unique, "version" integer
    not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "no" text not null, "category" text,
    "title_zh_cn" text not null, "title_en" text not null, "summary_zh_cn" text, "summary_en" text,
    "published_at" text not null, "status" text not null, "cover" text, "body_zh_cn" text, "body_en" text)`,
  `create index "informations_by_source" on "informations" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "informations_by_published_at" on "informations" ("published_at", "id") where "deleted_at"
    is null`,
  `create index "informations_by_status" on "informations" ("status", "published_at", "id") where
    "deleted_at" is null`,
  `create index "informations_by_category" on "informations" ("category", "status", "published_at", "id")
    where "deleted_at" is null`,
  `create unique index "informations_unique_no" on "informations" ("no") where "deleted_at" is null`,
  `create virtual table "informations_search" using fts5 (search_text, content='informations',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "informations_search_put" after insert on "informations" begin insert into
    "informations_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "informations_search_take" after delete on "informations" begin insert into
    "informations_search" ("informations_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); end`,
  `create trigger "informations_search_swap" after update of "search_text" on "informations" begin insert
    into "informations_search" ("informations_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "informations_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
  `create table "documents" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "no" text not null, "category" text,
    "title_zh_cn" text not null, "title_en" text not null, "summary_zh_cn" text, "summary_en" text,
    "published_at" text not null, "status" text not null, "is_hot" integer not null, "file" text not null)`,
  `create index "documents_by_source" on "documents" ("source", "source_key") where "deleted_at" is null`,
  `create index "documents_by_published_at" on "documents" ("published_at", "id") where "deleted_at" is null`,
  `create index "documents_by_status" on "documents" ("status", "published_at", "id") where "deleted_at" is
    null`,
  `create index "documents_by_category" on "documents" ("category", "status", "published_at", "id") where
    "deleted_at" is null`,
  `create index "documents_by_is_hot" on "documents" ("is_hot", "status", "published_at", "id") where
    "deleted_at" is null`,
  `create unique index "documents_unique_no" on "documents" ("no") where "deleted_at" is null`,
  `create virtual table "documents_search" using fts5 (search_text, content='documents',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "documents_search_put" after insert on "documents" begin insert into "documents_search"
    (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "documents_search_take" after delete on "documents" begin insert into "documents_search"
    ("documents_search", rowid, search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "documents_search_swap" after update of "search_text" on "documents" begin insert into
    "documents_search" ("documents_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "documents_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
  `create table "article_category" ("row_no" integer primary key, "id" text not null unique, "version"
    integer not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source"
    text, "source_key" text, "search_text" text not null default '', "position" integer not null,
    "name_zh_cn" text not null, "name_en" text not null)`,
  `create index "article_category_by_source" on "article_category" ("source", "source_key") where
    "deleted_at" is null`,
  `create index "article_category_by_position" on "article_category" ("position", "id") where "deleted_at"
    is null`,
  `create table "pages" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "slug" text not
    null, "title_zh_cn" text not null, "title_en" text not null, "body_zh_cn" text, "body_en" text)`,
  `create index "pages_by_source" on "pages" ("source", "source_key") where "deleted_at" is null`,
  `create index "pages_by_position" on "pages" ("position", "id") where "deleted_at" is null`,
  `create unique index "pages_unique_slug" on "pages" ("slug") where "deleted_at" is null`,
  `create virtual table "pages_search" using fts5 (search_text, content='pages', content_rowid='row_no',
    tokenize='unicode61', prefix='3 5')`,
  `create trigger "pages_search_put" after insert on "pages" begin insert into "pages_search" (rowid,
    search_text) values (new.row_no, new.search_text); end`,
  `create trigger "pages_search_take" after delete on "pages" begin insert into "pages_search"
    ("pages_search", rowid, search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "pages_search_swap" after update of "search_text" on "pages" begin insert into
    "pages_search" ("pages_search", rowid, search_text) values ('delete', old.row_no, old.search_text);
    insert into "pages_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create table "partners" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "position" integer not null, "kind" text not
    null, "name_zh_cn" text not null, "name_en" text not null, "logo" text, "url" text)`,
  `create index "partners_by_source" on "partners" ("source", "source_key") where "deleted_at" is null`,
  `create index "partners_by_position" on "partners" ("position", "id") where "deleted_at" is null`,
  `create index "partners_by_kind" on "partners" ("kind", "position", "id") where "deleted_at" is null`,
  `create virtual table "partners_search" using fts5 (search_text, content='partners',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "partners_search_put" after insert on "partners" begin insert into "partners_search"
    (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "partners_search_take" after delete on "partners" begin insert into "partners_search"
    ("partners_search", rowid, search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "partners_search_swap" after update of "search_text" on "partners" begin insert into
    "partners_search" ("partners_search", rowid, search_text) values ('delete', old.row_no, old.search_text);
    insert into "partners_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create table "settings" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "name" text not null, "value" text not null,
    "is_public" integer not null)`,
  `create index "settings_by_source" on "settings" ("source", "source_key") where "deleted_at" is null`,
  `create index "settings_by_is_public" on "settings" ("is_public", "id") where "deleted_at" is null`,
  `create unique index "settings_unique_name" on "settings" ("name") where "deleted_at" is null`,
]

/** Texts compare by code points, as on SQLite (`collate "C"`). The server has split `search_text` into words already. */
const postgres = [
  `create table "informations" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "no" text collate "C" not null, "category" text collate "C", "title_zh_cn" text collate "C" not null,
    "title_en" text collate "C" not null, "summary_zh_cn" text collate "C", "summary_en" text collate "C",
    "published_at" text collate "C" not null, "status" text collate "C" not null, "cover" text collate "C",
    "body_zh_cn" text, "body_en" text, "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "informations_by_source" on "informations" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "informations_by_published_at" on "informations" ("published_at", "id") where "deleted_at"
    is null`,
  `create index "informations_by_status" on "informations" ("status", "published_at", "id") where
    "deleted_at" is null`,
  `create index "informations_by_category" on "informations" ("category", "status", "published_at", "id")
    where "deleted_at" is null`,
  `create unique index "informations_unique_no" on "informations" ("no") where "deleted_at" is null`,
  `create index "informations_by_search" on "informations" using gin ("search_vector")`,
  `create table "documents" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "no" text collate "C" not null, "category" text collate "C", "title_zh_cn" text collate "C" not null,
    "title_en" text collate "C" not null, "summary_zh_cn" text collate "C", "summary_en" text collate "C",
    "published_at" text collate "C" not null, "status" text collate "C" not null, "is_hot" boolean not null,
    "file" text collate "C" not null, "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "documents_by_source" on "documents" ("source", "source_key") where "deleted_at" is null`,
  `create index "documents_by_published_at" on "documents" ("published_at", "id") where "deleted_at" is null`,
  `create index "documents_by_status" on "documents" ("status", "published_at", "id") where "deleted_at" is
    null`,
  `create index "documents_by_category" on "documents" ("category", "status", "published_at", "id") where
    "deleted_at" is null`,
  `create index "documents_by_is_hot" on "documents" ("is_hot", "status", "published_at", "id") where
    "deleted_at" is null`,
  `create unique index "documents_unique_no" on "documents" ("no") where "deleted_at" is null`,
  `create index "documents_by_search" on "documents" using gin ("search_vector")`,
  `create table "article_category" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "name_zh_cn" text collate "C" not null, "name_en" text collate "C" not null)`,
  `create index "article_category_by_source" on "article_category" ("source", "source_key") where
    "deleted_at" is null`,
  `create index "article_category_by_position" on "article_category" ("position", "id") where "deleted_at"
    is null`,
  `create table "pages" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "slug" text collate "C" not null, "title_zh_cn" text collate "C" not null,
    "title_en" text collate "C" not null, "body_zh_cn" text, "body_en" text, "search_vector" tsvector
    generated always as (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "pages_by_source" on "pages" ("source", "source_key") where "deleted_at" is null`,
  `create index "pages_by_position" on "pages" ("position", "id") where "deleted_at" is null`,
  `create unique index "pages_unique_slug" on "pages" ("slug") where "deleted_at" is null`,
  `create index "pages_by_search" on "pages" using gin ("search_vector")`,
  `create table "partners" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "position" integer not null, "kind" text collate "C" not null, "name_zh_cn" text collate "C" not null,
    "name_en" text collate "C" not null, "logo" text collate "C", "url" text collate "C", "search_vector"
    tsvector generated always as (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "partners_by_source" on "partners" ("source", "source_key") where "deleted_at" is null`,
  `create index "partners_by_position" on "partners" ("position", "id") where "deleted_at" is null`,
  `create index "partners_by_kind" on "partners" ("kind", "position", "id") where "deleted_at" is null`,
  `create index "partners_by_search" on "partners" using gin ("search_vector")`,
  `create table "settings" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "name" text collate "C" not null, "value" text not null, "is_public" boolean not null)`,
  `create index "settings_by_source" on "settings" ("source", "source_key") where "deleted_at" is null`,
  `create index "settings_by_is_public" on "settings" ("is_public", "id") where "deleted_at" is null`,
  `create unique index "settings_unique_name" on "settings" ("name") where "deleted_at" is null`,
]
