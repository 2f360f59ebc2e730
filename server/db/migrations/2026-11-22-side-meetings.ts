import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Creates the tables of the modules side_meetings, speech_materials, favourites, notes, with their unique indexes, and the
 * download history. The tables are written out, because the definitions change later and an old migration must not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
  for (const statement of [...statements, ...commonStatements]) await sql.raw(statement).execute(db)
}

const commonStatements = [
  `create unique index "speech_materials_unique_owner_id" on "speech_materials" ("owner_id")
    where "deleted_at" is null`,
  `create unique index "favourites_unique_owner_id_item_module_item_id" on "favourites" ("owner_id",
    "item_module", "item_id") where "deleted_at" is null`,
  `create unique index "notes_unique_owner_id_session" on "notes" ("owner_id", "session")
    where "deleted_at" is null`,
  `create table "download_history" ("user_id" text not null, "no" text not null, "downloaded_at" text not null,
    primary key ("user_id", "no"))`,
  `create index "download_history_by_downloaded_at" on "download_history" ("downloaded_at")`,
]

/** SQL expression of the minutes since midnight of a time of day (`HH:MM`). */
const toMinutesSql = (column: string) =>
  `(substr("${column}", 1, 2)::int * 60 + substr("${column}", 4, 2)::int)`

/**
 * Rejects two meetings in one room at one time, also when a write bypasses the server's own check. Room and day are hashed
 * to the start of a range of 2048 numbers, within which the minutes are compared: so one range suffices, without an extension.
 */
const addRoomConstraint = `alter table "side_meetings" add constraint "side_meetings_room_is_held_once" exclude using gist (
  int8range(
    (hashtextextended("assigned_room" || chr(32) || "assigned_date", 0) >> 11) * 2048
      + ${toMinutesSql('assigned_start_time_at')},
    (hashtextextended("assigned_room" || chr(32) || "assigned_date", 0) >> 11) * 2048
      + ${toMinutesSql('assigned_end_time_at')}
  ) with &&
) where ("deleted_at" is null and "status" in ('assigned', 'paid') and "assigned_room" is not null
  and "assigned_date" is not null and "assigned_start_time_at" is not null
  and "assigned_end_time_at" is not null)`

/** The same rule as a trigger for SQLite, which has no exclusion constraints. */
const createRoomTrigger = (write: string) => `create trigger "side_meetings_room_is_held_once_${write}"
  before ${write} on "side_meetings"
  when new."deleted_at" is null and new."status" in ('assigned', 'paid') and exists (
    select 1 from "side_meetings" "other" where "other"."id" <> new."id" and "other"."deleted_at" is null
      and "other"."status" in ('assigned', 'paid') and "other"."assigned_room" = new."assigned_room"
      and "other"."assigned_date" = new."assigned_date"
      and "other"."assigned_start_time_at" < new."assigned_end_time_at"
      and "other"."assigned_end_time_at" > new."assigned_start_time_at")
  begin select raise(abort, 'side_meetings_room_is_held_once'); end`

/**
 * `row_no` connects a row with its entry in the search index, which stores no texts of its own (`content=`). To delete an
 * entry, fts5 needs the command 'delete' with the old text.
 */
const sqlite = [
  `create table "side_meetings" ("row_no" integer primary key, "id" text not null unique, "version" integer
    not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "owner_id" text, "name" text not null,
    "master_unit" text not null, "subject" text not null, "guests" text not null, "apply_date" text not null,
    "start_time_at" text not null, "end_time_at" text not null, "room_size" text not null,
    "need_interpretaion_equipment" integer not null, "status" text not null, "assigned_date" text,
    "assigned_start_time_at" text, "assigned_end_time_at" text, "assigned_room" text, "amount" integer,
    "payment_reference" text, "payee_name_zh_cn" text, "payee_name_en" text, "payee_bank_zh_cn" text,
    "payee_bank_en" text, "payee_account" text, "pay_by" text, "paid_at" text, "reason_zh_cn" text,
    "reason_en" text, "locale" text)`,
  `create index "side_meetings_by_source" on "side_meetings" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "side_meetings_by_created_at" on "side_meetings" ("created_at", "id") where "deleted_at" is
    null`,
  `create index "side_meetings_by_apply_date" on "side_meetings" ("apply_date", "id") where "deleted_at" is
    null`,
  `create index "side_meetings_by_room_size" on "side_meetings" ("room_size", "created_at", "id") where
    "deleted_at" is null`,
  `create index "side_meetings_by_status" on "side_meetings" ("status", "created_at", "id") where
    "deleted_at" is null`,
  `create index "side_meetings_by_assigned_date" on "side_meetings" ("assigned_date", "id") where
    "deleted_at" is null`,
  `create index "side_meetings_by_assigned_room" on "side_meetings" ("assigned_room", "created_at", "id")
    where "deleted_at" is null`,
  `create index "side_meetings_by_pay_by" on "side_meetings" ("pay_by", "id") where "deleted_at" is null`,
  `create index "side_meetings_by_paid_at" on "side_meetings" ("paid_at", "id") where "deleted_at" is null`,
  `create index "side_meetings_by_owner_id" on "side_meetings" ("owner_id", "created_at", "id")
    where "deleted_at" is null`,
  `create unique index "side_meetings_unique_payment_reference" on "side_meetings" ("payment_reference")
    where "deleted_at" is null`,
  `create virtual table "side_meetings_search" using fts5 (search_text, content='side_meetings',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "side_meetings_search_put" after insert on "side_meetings" begin insert into
    "side_meetings_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "side_meetings_search_take" after delete on "side_meetings" begin insert into
    "side_meetings_search" ("side_meetings_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); end`,
  `create trigger "side_meetings_search_swap" after update of "search_text" on "side_meetings" begin insert
    into "side_meetings_search" ("side_meetings_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "side_meetings_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
  `create table "speech_materials" ("row_no" integer primary key, "id" text not null unique, "version"
    integer not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source"
    text, "source_key" text, "search_text" text not null default '', "owner_id" text, "presenter" text,
    "chinese_resume" text, "english_resume" text, "presentation" text, "memo" text)`,
  `create index "speech_materials_by_source" on "speech_materials" ("source", "source_key") where
    "deleted_at" is null`,
  `create index "speech_materials_by_updated_at" on "speech_materials" ("updated_at", "id") where
    "deleted_at" is null`,
  `create virtual table "speech_materials_search" using fts5 (search_text, content='speech_materials',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "speech_materials_search_put" after insert on "speech_materials" begin insert into
    "speech_materials_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "speech_materials_search_take" after delete on "speech_materials" begin insert into
    "speech_materials_search" ("speech_materials_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); end`,
  `create trigger "speech_materials_search_swap" after update of "search_text" on "speech_materials" begin
    insert into "speech_materials_search" ("speech_materials_search", rowid, search_text) values ('delete',
    old.row_no, old.search_text); insert into "speech_materials_search" (rowid, search_text) values
    (new.row_no, new.search_text); end`,
  `create table "favourites" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "owner_id" text, "item_module" text not null,
    "item_id" text not null)`,
  `create index "favourites_by_source" on "favourites" ("source", "source_key") where "deleted_at" is null`,
  `create table "notes" ("row_no" integer primary key, "id" text not null unique, "version" integer not
    null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "owner_id" text, "session" text not null,
    "text" text not null)`,
  `create index "notes_by_source" on "notes" ("source", "source_key") where "deleted_at" is null`,
  `create index "notes_by_updated_at" on "notes" ("updated_at", "id") where "deleted_at" is null`,
  `create index "notes_by_session" on "notes" ("session", "updated_at", "id") where "deleted_at" is null`,
  createRoomTrigger('insert'),
  createRoomTrigger('update'),
]

/** Texts compare by code points, as on SQLite (`collate "C"`). The server has split `search_text` into words already. */
const postgres = [
  `create table "side_meetings" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "owner_id" text collate "C", "name" text collate "C" not null, "master_unit" text collate "C" not null,
    "subject" text collate "C" not null, "guests" text not null, "apply_date" text collate "C" not null,
    "start_time_at" text collate "C" not null, "end_time_at" text collate "C" not null, "room_size" text
    collate "C" not null, "need_interpretaion_equipment" boolean not null, "status" text collate "C" not
    null, "assigned_date" text collate "C", "assigned_start_time_at" text collate "C", "assigned_end_time_at"
    text collate "C", "assigned_room" text collate "C", "amount" integer, "payment_reference" text collate
    "C", "payee_name_zh_cn" text collate "C", "payee_name_en" text collate "C", "payee_bank_zh_cn" text
    collate "C", "payee_bank_en" text collate "C", "payee_account" text collate "C", "pay_by" text collate
    "C", "paid_at" text collate "C", "reason_zh_cn" text collate "C", "reason_en" text collate "C", "locale"
    text collate "C", "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "side_meetings_by_source" on "side_meetings" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "side_meetings_by_created_at" on "side_meetings" ("created_at", "id") where "deleted_at" is
    null`,
  `create index "side_meetings_by_apply_date" on "side_meetings" ("apply_date", "id") where "deleted_at" is
    null`,
  `create index "side_meetings_by_room_size" on "side_meetings" ("room_size", "created_at", "id") where
    "deleted_at" is null`,
  `create index "side_meetings_by_status" on "side_meetings" ("status", "created_at", "id") where
    "deleted_at" is null`,
  `create index "side_meetings_by_assigned_date" on "side_meetings" ("assigned_date", "id") where
    "deleted_at" is null`,
  `create index "side_meetings_by_assigned_room" on "side_meetings" ("assigned_room", "created_at", "id")
    where "deleted_at" is null`,
  `create index "side_meetings_by_pay_by" on "side_meetings" ("pay_by", "id") where "deleted_at" is null`,
  `create index "side_meetings_by_paid_at" on "side_meetings" ("paid_at", "id") where "deleted_at" is null`,
  `create index "side_meetings_by_owner_id" on "side_meetings" ("owner_id", "created_at", "id")
    where "deleted_at" is null`,
  `create unique index "side_meetings_unique_payment_reference" on "side_meetings" ("payment_reference")
    where "deleted_at" is null`,
  `create index "side_meetings_by_search" on "side_meetings" using gin ("search_vector")`,
  `create table "speech_materials" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "owner_id" text collate "C", "presenter" text collate "C", "chinese_resume" text collate "C",
    "english_resume" text collate "C", "presentation" text collate "C", "memo" text collate "C",
    "search_vector" tsvector generated always as (array_to_tsvector(string_to_array("search_text", chr(32))))
    stored)`,
  `create index "speech_materials_by_source" on "speech_materials" ("source", "source_key") where
    "deleted_at" is null`,
  `create index "speech_materials_by_updated_at" on "speech_materials" ("updated_at", "id") where
    "deleted_at" is null`,
  `create index "speech_materials_by_search" on "speech_materials" using gin ("search_vector")`,
  `create table "favourites" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "owner_id" text collate "C", "item_module" text collate "C" not null, "item_id" text collate "C" not
    null)`,
  `create index "favourites_by_source" on "favourites" ("source", "source_key") where "deleted_at" is null`,
  `create table "notes" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "owner_id" text collate "C", "session" text collate "C" not null, "text" text collate "C" not null)`,
  `create index "notes_by_source" on "notes" ("source", "source_key") where "deleted_at" is null`,
  `create index "notes_by_updated_at" on "notes" ("updated_at", "id") where "deleted_at" is null`,
  `create index "notes_by_session" on "notes" ("session", "updated_at", "id") where "deleted_at" is null`,
  addRoomConstraint,
]
