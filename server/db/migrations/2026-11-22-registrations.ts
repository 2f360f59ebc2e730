import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Creates the tables of the modules registrations, staff_registrations, travel_infos. Unique indexes allow an account one
 * active registration of each kind and one row of travel information. The tables are written out, because the definitions
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
  `create table "registrations" ("row_no" integer primary key, "id" text not null unique, "version" integer
    not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "owner_id" text, "realname" text not null,
    "mobile" text not null, "id_number" text, "id_number_index" text, "email" text not null, "country" text
    not null, "city" text not null, "company" text not null, "position" text not null, "photo" text,
    "business_category" text not null, "other_business_label" text, "opening_ceremony" integer not null,
    "attend_opening_ceremony_status" integer not null, "activities" text, "sub_forum" text,
    "priority_sub_forum" text, "status" text not null, "review_reason_zh_cn" text, "review_reason_en" text,
    "id_number_repeated" integer not null, "locale" text not null, "submitted_at" text not null,
    "decided_at" text)`,
  `create index "registrations_by_source" on "registrations" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "registrations_by_submitted_at" on "registrations" ("submitted_at", "id") where
    "deleted_at" is null`,
  `create index "registrations_by_id_number_index" on "registrations" ("id_number_index") where
    "deleted_at" is null`,
  `create index "registrations_by_business_category" on "registrations" ("business_category",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "registrations_by_opening_ceremony" on "registrations" ("opening_ceremony", "submitted_at",
    "id") where "deleted_at" is null`,
  `create index "registrations_by_attend_opening_ceremony_status" on "registrations"
    ("attend_opening_ceremony_status", "submitted_at", "id") where "deleted_at" is null`,
  `create index "registrations_by_priority_sub_forum" on "registrations" ("priority_sub_forum",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "registrations_by_status" on "registrations" ("status", "submitted_at", "id") where
    "deleted_at" is null`,
  `create index "registrations_by_id_number_repeated" on "registrations" ("id_number_repeated",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "registrations_by_locale" on "registrations" ("locale", "submitted_at", "id") where
    "deleted_at" is null`,
  `create index "registrations_by_decided_at" on "registrations" ("decided_at", "id") where "deleted_at" is
    null`,
  `create unique index "registrations_unique_owner_id" on "registrations" ("owner_id") where "deleted_at"
    is null and ("status" is null or "status" not in ('declined', 'withdrawn'))`,
  `create virtual table "registrations_search" using fts5 (search_text, content='registrations',
    content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "registrations_search_put" after insert on "registrations" begin insert into
    "registrations_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "registrations_search_take" after delete on "registrations" begin insert into
    "registrations_search" ("registrations_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); end`,
  `create trigger "registrations_search_swap" after update of "search_text" on "registrations" begin insert
    into "registrations_search" ("registrations_search", rowid, search_text) values ('delete', old.row_no,
    old.search_text); insert into "registrations_search" (rowid, search_text) values (new.row_no,
    new.search_text); end`,
  `create table "staff_registrations" ("row_no" integer primary key, "id" text not null unique, "version"
    integer not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source"
    text, "source_key" text, "search_text" text not null default '', "owner_id" text, "realname" text not
    null, "mobile" text not null, "id_number" text, "id_number_index" text, "email" text not null,
    "country" text not null, "city" text not null, "company" text not null, "position" text not null,
    "photo" text, "identity_category" text not null, "department" text not null, "status" text not null,
    "review_reason_zh_cn" text, "review_reason_en" text, "id_number_repeated" integer not null, "locale"
    text not null, "submitted_at" text not null, "decided_at" text)`,
  `create index "staff_registrations_by_source" on "staff_registrations" ("source", "source_key") where
    "deleted_at" is null`,
  `create index "staff_registrations_by_submitted_at" on "staff_registrations" ("submitted_at", "id") where
    "deleted_at" is null`,
  `create index "staff_registrations_by_id_number_index" on "staff_registrations" ("id_number_index") where
    "deleted_at" is null`,
  `create index "staff_registrations_by_identity_category" on "staff_registrations" ("identity_category",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "staff_registrations_by_status" on "staff_registrations" ("status", "submitted_at", "id")
    where "deleted_at" is null`,
  `create index "staff_registrations_by_id_number_repeated" on "staff_registrations" ("id_number_repeated",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "staff_registrations_by_locale" on "staff_registrations" ("locale", "submitted_at", "id")
    where "deleted_at" is null`,
  `create index "staff_registrations_by_decided_at" on "staff_registrations" ("decided_at", "id") where
    "deleted_at" is null`,
  `create unique index "staff_registrations_unique_owner_id" on "staff_registrations" ("owner_id") where
    "deleted_at" is null and ("status" is null or "status" not in ('declined', 'withdrawn'))`,
  `create virtual table "staff_registrations_search" using fts5 (search_text,
    content='staff_registrations', content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
  `create trigger "staff_registrations_search_put" after insert on "staff_registrations" begin insert into
    "staff_registrations_search" (rowid, search_text) values (new.row_no, new.search_text); end`,
  `create trigger "staff_registrations_search_take" after delete on "staff_registrations" begin insert into
    "staff_registrations_search" ("staff_registrations_search", rowid, search_text) values ('delete',
    old.row_no, old.search_text); end`,
  `create trigger "staff_registrations_search_swap" after update of "search_text" on "staff_registrations"
    begin insert into "staff_registrations_search" ("staff_registrations_search", rowid, search_text)
    values ('delete', old.row_no, old.search_text); insert into "staff_registrations_search" (rowid,
    search_text) values (new.row_no, new.search_text); end`,
  `create table "travel_infos" ("row_no" integer primary key, "id" text not null unique, "version" integer
    not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source" text,
    "source_key" text, "search_text" text not null default '', "owner_id" text, "need_pickup_delivery"
    integer not null, "vehicle" text not null, "vehicle_no" text, "arrive_station" text, "need_book_hotel"
    integer not null, "room_style" text, "entry_at" text, "leave_at" text, "special_catering_needs" text,
    "other_catering_needs" text, "memo" text, "is_frozen" integer not null)`,
  `create index "travel_infos_by_source" on "travel_infos" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "travel_infos_by_need_pickup_delivery" on "travel_infos" ("need_pickup_delivery", "id")
    where "deleted_at" is null`,
  `create index "travel_infos_by_vehicle" on "travel_infos" ("vehicle", "id") where "deleted_at" is null`,
  `create index "travel_infos_by_arrive_station" on "travel_infos" ("arrive_station", "id") where
    "deleted_at" is null`,
  `create index "travel_infos_by_need_book_hotel" on "travel_infos" ("need_book_hotel", "id") where
    "deleted_at" is null`,
  `create index "travel_infos_by_room_style" on "travel_infos" ("room_style", "id") where "deleted_at" is
    null`,
  `create index "travel_infos_by_entry_at" on "travel_infos" ("entry_at", "id") where "deleted_at" is null`,
  `create index "travel_infos_by_leave_at" on "travel_infos" ("leave_at", "id") where "deleted_at" is null`,
  `create index "travel_infos_by_is_frozen" on "travel_infos" ("is_frozen", "id") where "deleted_at" is
    null`,
  `create unique index "travel_infos_unique_owner_id" on "travel_infos" ("owner_id") where "deleted_at" is
    null`,
]

/** Texts compare by code points, as on SQLite (`collate "C"`). The server has split `search_text` into words already. */
const postgres = [
  `create table "registrations" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text
    collate "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null
    default '', "owner_id" text collate "C", "realname" text collate "C" not null, "mobile" text collate
    "C" not null, "id_number" text collate "C", "id_number_index" text collate "C", "email" text collate
    "C" not null, "country" text collate "C" not null, "city" text collate "C" not null, "company" text
    collate "C" not null, "position" text collate "C" not null, "photo" text collate "C",
    "business_category" text collate "C" not null, "other_business_label" text collate "C",
    "opening_ceremony" boolean not null, "attend_opening_ceremony_status" boolean not null, "activities"
    text, "sub_forum" text, "priority_sub_forum" text collate "C", "status" text collate "C" not null,
    "review_reason_zh_cn" text collate "C", "review_reason_en" text collate "C", "id_number_repeated"
    boolean not null, "locale" text collate "C" not null, "submitted_at" text collate "C" not null,
    "decided_at" text collate "C", "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "registrations_by_source" on "registrations" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "registrations_by_submitted_at" on "registrations" ("submitted_at", "id") where
    "deleted_at" is null`,
  `create index "registrations_by_id_number_index" on "registrations" ("id_number_index") where
    "deleted_at" is null`,
  `create index "registrations_by_business_category" on "registrations" ("business_category",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "registrations_by_opening_ceremony" on "registrations" ("opening_ceremony", "submitted_at",
    "id") where "deleted_at" is null`,
  `create index "registrations_by_attend_opening_ceremony_status" on "registrations"
    ("attend_opening_ceremony_status", "submitted_at", "id") where "deleted_at" is null`,
  `create index "registrations_by_priority_sub_forum" on "registrations" ("priority_sub_forum",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "registrations_by_status" on "registrations" ("status", "submitted_at", "id") where
    "deleted_at" is null`,
  `create index "registrations_by_id_number_repeated" on "registrations" ("id_number_repeated",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "registrations_by_locale" on "registrations" ("locale", "submitted_at", "id") where
    "deleted_at" is null`,
  `create index "registrations_by_decided_at" on "registrations" ("decided_at", "id") where "deleted_at" is
    null`,
  `create unique index "registrations_unique_owner_id" on "registrations" ("owner_id") where "deleted_at"
    is null and ("status" is null or "status" not in ('declined', 'withdrawn'))`,
  `create index "registrations_by_search" on "registrations" using gin ("search_vector")`,
  `create table "staff_registrations" ("id" text collate "C" not null primary key, "version" integer not
    null, "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text
    collate "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null
    default '', "owner_id" text collate "C", "realname" text collate "C" not null, "mobile" text collate
    "C" not null, "id_number" text collate "C", "id_number_index" text collate "C", "email" text collate
    "C" not null, "country" text collate "C" not null, "city" text collate "C" not null, "company" text
    collate "C" not null, "position" text collate "C" not null, "photo" text collate "C",
    "identity_category" text collate "C" not null, "department" text collate "C" not null, "status" text
    collate "C" not null, "review_reason_zh_cn" text collate "C", "review_reason_en" text collate "C",
    "id_number_repeated" boolean not null, "locale" text collate "C" not null, "submitted_at" text collate
    "C" not null, "decided_at" text collate "C", "search_vector" tsvector generated always as
    (array_to_tsvector(string_to_array("search_text", chr(32)))) stored)`,
  `create index "staff_registrations_by_source" on "staff_registrations" ("source", "source_key") where
    "deleted_at" is null`,
  `create index "staff_registrations_by_submitted_at" on "staff_registrations" ("submitted_at", "id") where
    "deleted_at" is null`,
  `create index "staff_registrations_by_id_number_index" on "staff_registrations" ("id_number_index") where
    "deleted_at" is null`,
  `create index "staff_registrations_by_identity_category" on "staff_registrations" ("identity_category",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "staff_registrations_by_status" on "staff_registrations" ("status", "submitted_at", "id")
    where "deleted_at" is null`,
  `create index "staff_registrations_by_id_number_repeated" on "staff_registrations" ("id_number_repeated",
    "submitted_at", "id") where "deleted_at" is null`,
  `create index "staff_registrations_by_locale" on "staff_registrations" ("locale", "submitted_at", "id")
    where "deleted_at" is null`,
  `create index "staff_registrations_by_decided_at" on "staff_registrations" ("decided_at", "id") where
    "deleted_at" is null`,
  `create unique index "staff_registrations_unique_owner_id" on "staff_registrations" ("owner_id") where
    "deleted_at" is null and ("status" is null or "status" not in ('declined', 'withdrawn'))`,
  `create index "staff_registrations_by_search" on "staff_registrations" using gin ("search_vector")`,
  `create table "travel_infos" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text
    collate "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null
    default '', "owner_id" text collate "C", "need_pickup_delivery" boolean not null, "vehicle" text
    collate "C" not null, "vehicle_no" text collate "C", "arrive_station" text collate "C",
    "need_book_hotel" boolean not null, "room_style" text collate "C", "entry_at" text collate "C",
    "leave_at" text collate "C", "special_catering_needs" text, "other_catering_needs" text collate "C",
    "memo" text collate "C", "is_frozen" boolean not null)`,
  `create index "travel_infos_by_source" on "travel_infos" ("source", "source_key") where "deleted_at" is
    null`,
  `create index "travel_infos_by_need_pickup_delivery" on "travel_infos" ("need_pickup_delivery", "id")
    where "deleted_at" is null`,
  `create index "travel_infos_by_vehicle" on "travel_infos" ("vehicle", "id") where "deleted_at" is null`,
  `create index "travel_infos_by_arrive_station" on "travel_infos" ("arrive_station", "id") where
    "deleted_at" is null`,
  `create index "travel_infos_by_need_book_hotel" on "travel_infos" ("need_book_hotel", "id") where
    "deleted_at" is null`,
  `create index "travel_infos_by_room_style" on "travel_infos" ("room_style", "id") where "deleted_at" is
    null`,
  `create index "travel_infos_by_entry_at" on "travel_infos" ("entry_at", "id") where "deleted_at" is null`,
  `create index "travel_infos_by_leave_at" on "travel_infos" ("leave_at", "id") where "deleted_at" is null`,
  `create index "travel_infos_by_is_frozen" on "travel_infos" ("is_frozen", "id") where "deleted_at" is
    null`,
  `create unique index "travel_infos_unique_owner_id" on "travel_infos" ("owner_id") where "deleted_at" is
    null`,
]
