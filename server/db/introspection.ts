import { sql, type Kysely } from 'kysely'
import { isPostgres, moduleTables } from '#server/db/module-tables.ts'
import type { Tables } from './tables.ts'

/** A writable column, as the database describes it. */
export interface TableColumn {
  name: string
  /** Backups need to know texts, which sort by a collation, and booleans, which SQLite stores as integers. */
  kind: 'text' | 'boolean' | 'other'
}

/** A table of the app, as the database describes it. */
export interface TableInfo {
  name: string
  /** In the order of their names, which is the same in both databases. */
  columns: readonly TableColumn[]
}

/** A column, as the queries below return it. */
interface ColumnRow {
  table: string
  column: string
  /** Name of the type: `bool` of PostgreSQL, `TEXT` or `integer` of SQLite. */
  type: string
}

/** A foreign key, as the queries below return it. */
interface ReferenceRow {
  /** The table with the foreign key. */
  table: string
  /** The table that it references. */
  parent: string
}

/**
 * Lists every table except those of Kysely and of search indexes, with its writable columns; generated columns are left
 * out. A table comes after those that its foreign keys reference.
 */
export async function introspectTables(kysely: Kysely<Tables>): Promise<TableInfo[]> {
  const { columns, references } = isPostgres(moduleTables(kysely)) ? postgresQueries : sqliteQueries
  const columnRows = (await columns.execute(kysely)).rows
  const referenceRows = (await references.execute(kysely)).rows
  const byTable = Map.groupBy(columnRows, ({ table }) => table)
  return sortByReferences([...byTable.keys()].toSorted(), referenceRows).map((name) => ({
    name,
    columns: (byTable.get(name) ?? [])
      .map(({ column, type }) => ({ name: column, kind: toColumnKind(type) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }))
}

function toColumnKind(type: string): TableColumn['kind'] {
  if (type.toLowerCase() === 'text') return 'text'
  return type === 'bool' ? 'boolean' : 'other'
}

/** Sorts tables after those that they reference. `path` ends the search in cycles and in tables that reference themselves. */
function sortByReferences(names: readonly string[], references: readonly ReferenceRow[]): string[] {
  const sorted = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    if (sorted.has(name) || path.includes(name)) return
    for (const { table, parent } of references) if (table === name) visit(parent, [...path, name])
    sorted.add(name)
  }
  for (const name of names) visit(name, [])
  return [...sorted]
}

const sqliteQueries = {
  // Left out: virtual tables and their shadow tables, which triggers maintain, and SQLite's own row number.
  columns: sql<ColumnRow>`select t.name as "table", c.name as "column", c.type as "type"
    from pragma_table_list as t join pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite!_%' escape '!'
      and t.name not like 'kysely!_%' escape '!' and c.name <> 'row_no'`,
  references: sql<ReferenceRow>`select t.name as "table", f."table" as "parent"
    from pragma_table_list as t join pragma_foreign_key_list(t.name) as f
    where t.schema = 'main' and t.type = 'table'`,
}

/** In PostgreSQL's catalog, `relkind` r is a table, `attnum` below 1 a system column, and `contype` f a foreign key. */
const postgresQueries = {
  columns: sql<ColumnRow>`select c.relname as "table", a.attname as "column", t.typname as "type"
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname not like 'kysely!_%' escape '!'`,
  references: sql<ReferenceRow>`select c.relname as "table", p.relname as "parent"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`,
}

/** Drops every table and the functions of triggers, so that the database is empty. */
export async function dropAllTables(trx: Kysely<Tables>): Promise<void> {
  if (isPostgres(moduleTables(trx))) return dropPostgres(trx)
  const virtualTables = sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'virtual'`
  const names = (await virtualTables.execute(trx)).rows.map(({ name }) => name)
  names.push(...(await introspectTables(trx)).map(({ name }) => name).toReversed())
  for (const name of names) await sql`drop table ${sql.id(name)}`.execute(trx)
  for (const name of kyselyTables) await sql`drop table if exists ${sql.id(name)}`.execute(trx)
}

/** Kysely's record of executed migrations, and its lock. */
const kyselyTables = ['kysely_migration', 'kysely_migration_lock']

async function dropPostgres(trx: Kysely<Tables>): Promise<void> {
  const tables = sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`
  for (const { name } of (await tables.execute(trx)).rows)
    await sql`drop table ${sql.raw(name)} cascade`.execute(trx)
  // An extension's functions stay with the extension.
  const functions = sql<{ name: string }>`select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  for (const { name } of (await functions.execute(trx)).rows)
    await sql`drop function ${sql.raw(name)} cascade`.execute(trx)
}
