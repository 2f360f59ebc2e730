import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Creates the table of the module materials and the table that records from which fields each module's search texts were built. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
  for (const statement of statements) await sql.raw(statement).execute(db)
  await db.schema
    .createTable('search_texts')
    .addColumn('module', 'text', (column) => column.primaryKey())
    .addColumn('made_from', 'text', (column) => column.notNull())
    .execute()
}

/**
 * `row_no` connects a row with its entry in the search index, which stores no texts of its own (`content=`). To delete an
 * entry, fts5 needs the command 'delete' with the old text.
 */
const sqlite = [
  `create table "materials" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "title_zh_cn" text not null, "title_en" text
    not null, "presenter_zh_cn" text, "presenter_en" text, "session" text, "file" text not null,
    "published_at" text not null, "status" text not null)`,
  `create index "materials_by_source" on "materials" ("source", "source_key") where "deleted_at" is null`,
  `create index "materials_by_published_at" on "materials" ("published_at", "id") where "deleted_at" is null`,
  `create index "materials_by_status" on "materials" ("status", "published_at", "id") where "deleted_at" is
    null`,
  `create index "materials_by_session" on "materials" ("session", "status", "published_at", "id") where
    "deleted_at" is null`,
  `create virtual table "materials_search" using fts5 (search_text, content='materials',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "materials_search_put" after insert on "materials" begin insert into "materials_search"
    (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "materials_search_take" after delete on "materials" begin insert into "materials_search"
    ("materials_search", rowid, search_text) values ('delete', old.row_no, old.search_text); end`,
  `create trigger "materials_search_swap" after update of "search_text" on "materials" begin insert into
    "materials_search" ("materials_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "materials_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
]

/** Texts compare by code points, as on SQLite (`collate "C"`). The server has split `search_text` into words already. */
const postgres = [
  `create table "materials" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "title_zh_cn" text collate "C" not null, "title_en" text collate "C" not null, "presenter_zh_cn" text
    collate "C", "presenter_en" text collate "C", "session" text collate "C", "file" text collate "C" not
    null, "published_at" text collate "C" not null, "status" text collate "C" not null, "search_vector"
    tsvector generated always as (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "materials_by_source" on "materials" ("source", "source_key") where "deleted_at" is null`,
  `create index "materials_by_published_at" on "materials" ("published_at", "id") where "deleted_at" is null`,
  `create index "materials_by_status" on "materials" ("status", "published_at", "id") where "deleted_at" is
    null`,
  `create index "materials_by_session" on "materials" ("session", "status", "published_at", "id") where
    "deleted_at" is null`,
  `create index "materials_by_search" on "materials" using gin ("search_vector")`,
]
