import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Creates the table of capacity uses with its triggers: which registration uses a place of which tour. Counting reads an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** `activities`, in the triggers `held`, is a JSON list of ids of tours; each id of an active registration is one use. */
const sqlite = [
  `create table capacity_uses (module text not null, relation text not null, target text not null, row_id text
    not null, primary key (module, relation, target, row_id)) without rowid`,
  `insert into capacity_uses (module, relation, target, row_id) select distinct 'registrations', 'activities',
    item.value, used."id" from "registrations" as used, json_each(used."activities") as item where
    "deleted_at" is null and ("status" is null or "status" not in ('declined', 'withdrawn'))`,
  `create trigger "registrations_activities_uses_put" after insert on "registrations" begin insert into
    capacity_uses (module, relation, target, row_id) select distinct 'registrations', 'activities',
    item.value, used."id" from (select "id", "activities" as "held" from "registrations" where "id" =
    new."id" and "deleted_at" is null and ("status" is null or "status" not in ('declined', 'withdrawn'))) as
    used, json_each(used."held") as item; end`,
  `create trigger "registrations_activities_uses_take" after delete on "registrations" begin delete from
    capacity_uses where (module, relation) = ('registrations', 'activities') and target in (select item.value
    from json_each(old."activities") as item) and row_id = old."id"; end`,
  `create trigger "registrations_activities_uses_swap" after update of "deleted_at", "activities", "status"
    on "registrations" begin delete from capacity_uses where (module, relation) = ('registrations',
    'activities') and target in (select item.value from json_each(old."activities") as item) and row_id =
    old."id"; insert into capacity_uses (module, relation, target, row_id) select distinct 'registrations',
    'activities', item.value, used."id" from (select "id", "activities" as "held" from "registrations" where
    "id" = new."id" and "deleted_at" is null and ("status" is null or "status" not in ('declined',
    'withdrawn'))) as used, json_each(used."held") as item; end`,
]

const postgres = [
  `create table capacity_uses (module text collate "C" not null, relation text collate "C" not null, target
    text collate "C" not null, row_id text collate "C" not null, primary key (module, relation, target,
    row_id))`,
  `insert into capacity_uses (module, relation, target, row_id) select distinct 'registrations', 'activities',
    item.value, used."id" from "registrations" as used, jsonb_array_elements_text(used."activities"::jsonb)
    as item(value) where "deleted_at" is null and ("status" is null or "status" not in ('declined',
    'withdrawn'))`,
  `create function "registrations_activities_uses"() returns trigger language plpgsql as $$ begin if tg_op
    <> 'INSERT' then delete from capacity_uses where (module, relation) = ('registrations', 'activities') and
    target in (select item.value from jsonb_array_elements_text(old."activities"::jsonb) as item(value)) and
    row_id = old."id"; end if; if tg_op <> 'DELETE' then insert into capacity_uses (module, relation, target,
    row_id) select distinct 'registrations', 'activities', item.value, used."id" from (select "id",
    "activities" as "held" from "registrations" where "id" = new."id" and "deleted_at" is null and ("status"
    is null or "status" not in ('declined', 'withdrawn'))) as used,
    jsonb_array_elements_text(used."held"::jsonb) as item(value); end if; return null; end $$`,
  `create trigger "registrations_activities_uses" after insert or delete or update of "deleted_at",
    "activities", "status" on "registrations" for each row execute function "registrations_activities_uses"()`,
]
