import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FilterItem, FilterScalar } from '#contract/filters.ts'
import type { ModuleDefinition, UniqueRule } from '#contract/module-definition.ts'
import { clientRowIdColumn, clientRowOwnerOf } from './client-row-ids.ts'
import {
  blindIndexColumn,
  listColumns,
  listFieldColumns,
  systemColumns,
  type Column,
  type ColumnKind,
} from '#server/db/module-tables.ts'
import type { ServerModule } from './server-module.ts'

export type Dialect = 'sqlite' | 'postgres'

/**
 * Types of columns as both databases name them. Text is compared by code points on PostgreSQL as on SQLite, so that
 * both sort alike whatever the server's locale.
 */
const columnTypes: Record<Dialect, Record<ColumnKind, string>> = {
  sqlite: { text: 'text', json: 'text', integer: 'integer', real: 'real', boolean: 'integer' },
  postgres: {
    text: 'text collate "C"',
    json: 'text',
    integer: 'integer',
    real: 'double precision',
    boolean: 'boolean',
  },
}

/** What a module's table is derived from. */
export type TableSource = Pick<ServerModule, 'definition' | 'ownership' | 'isRecord' | 'capacities'>

/** The statements that make a module's table, its indexes and its search index, derived from the definition. */
export function tableStatements(module: TableSource, dialect: Dialect): string[] {
  const { definition } = module
  const owner = clientRowOwnerOf(module)
  return [
    createTable(module, dialect),
    ...indexColumns(definition).map((columns) => createIndex(definition.name, columns, false)),
    ...uniqueColumns(definition).map((columns) => createIndex(definition.name, columns, true)),
    ...(definition.uniques ?? []).map((rule) => createUnique(definition, rule, dialect)),
    ...(owner === undefined ? [] : [createClientRowIndex(definition.name, owner)]),
    ...(isSearchable(definition) ? searchStatements[dialect](definition.name) : []),
  ]
}

/**
 * The index of a person's own rows in the module's order, unless a whole unique rule begins with their owner. What the server
 * writes about people is looked through by its own order.
 */
export function ownerStatements({
  definition,
  ownership,
  isRecord,
}: Pick<ServerModule, 'definition' | 'ownership' | 'isRecord'>): string[] {
  if (!ownership || isRecord) return []
  const { field } = ownership
  if ((definition.uniques ?? []).some(({ fields: [first], where }) => first === field && !where)) return []
  const published = (definition.published ?? []).flatMap((item) => columnNames(definition, item.param))
  const [main = 'id'] = Object.keys(definition.defaultSorters)
  const columns = new Set([field, ...published, ...columnNames(definition, main).slice(0, 1), 'id'])
  return [createIndex(definition.name, [...columns], false)]
}

/** True when the search finds rows of the module. */
export function isSearchable(definition: ModuleDefinition): boolean {
  return Object.values(definition.fields).some((field) => field.searchable)
}

/** The search index of a module on SQLite. */
export function searchTable(module: string): string {
  return `${module}_search`
}

/** Columns of a module's table. */
export function tableColumns(module: TableSource): Column[] {
  const own = clientRowOwnerOf(module) === undefined ? [] : [clientRowIdColumn]
  return [...systemColumns, ...own, ...listColumns(module.definition)]
}

function createTable(module: TableSource, dialect: Dialect): string {
  const { definition } = module
  const columns = tableColumns(module).map((column) => columnLine(column, dialect))
  // A row number of its own: SQLite renumbers hidden row ids on VACUUM, and the search index points to them.
  if (dialect === 'sqlite') columns.unshift('"row_no" integer primary key')
  if (dialect === 'postgres' && isSearchable(definition)) {
    const tokens = `array_to_tsvector(string_to_array("search_text", chr(32)))`
    columns.push(`"search_vector" tsvector generated always as (${tokens}) stored`)
  }
  return `create table "${definition.name}" (${columns.join(', ')})`
}

function columnLine(column: Column, dialect: Dialect): string {
  const type = columnTypes[dialect][column.kind]
  if (column.name === 'id') return `"id" ${type} not null ${dialect === 'sqlite' ? 'unique' : 'primary key'}`
  if (column.name === 'search_text') return `"search_text" text not null default ''`
  if (column.name === 'sort_keys') return `"sort_keys" text not null default '{}'`
  return `"${column.name}" ${type}${column.required ? ' not null' : ''}`
}

function createIndex(table: string, columns: readonly string[], unique: boolean): string {
  const name = `${table}_${unique ? 'unique' : 'by'}_${columns[0] ?? ''}`
  const list = columns.map((column) => `"${column}"`).join(', ')
  return `create ${unique ? 'unique ' : ''}index "${name}" on "${table}" (${list}) where "deleted_at" is null`
}

/** Of one owner no two rows have the same id of a client. */
function createClientRowIndex(table: string, owner: string): string {
  const { name } = clientRowIdColumn
  return `create unique index "${table}_unique_${name}" on "${table}" ("${owner}", "${name}") where "deleted_at" is null and "${name}" is not null`
}

/** The database's own hold on a rule that some rows are one of their kind. */
function createUnique(
  definition: ModuleDefinition,
  { fields, where = [] }: UniqueRule,
  dialect: Dialect,
): string {
  const columns = fields.flatMap((key) => columnNames(definition, key))
  const conditions = ['"deleted_at" is null', ...where.map((item) => literalCondition(item, dialect))]
  const list = columns.map((column) => `"${column}"`).join(', ')
  const name = `${definition.name}_unique_${columns.join('_')}`
  return `create unique index "${name}" on "${definition.name}" (${list}) where ${conditions.join(' and ')}`
}

/** An index or a trigger takes no parameters, and its conditions are the definition's own words. */
export function literalCondition({ param, op = 'eq', value }: FilterItem, dialect: Dialect): string {
  const values: readonly FilterScalar[] = Array.isArray(value) ? value : [value as FilterScalar]
  const list = values.map((one) => toLiteral(one, dialect)).join(', ')
  switch (op) {
    case 'eq':
    case 'in':
      return `"${param}" in (${list})`
    case 'ne':
    case 'nin':
      return `("${param}" is null or "${param}" not in (${list}))`
    default:
      throw new TypeError(`the database's own rules cannot ask for ${op}`)
  }
}

function toLiteral(value: FilterScalar, dialect: Dialect): string {
  if (typeof value === 'boolean') return dialect === 'postgres' ? String(value) : String(Number(value))
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/** What lists are narrowed and sorted by: the published state, the default order, relations, times; and blind indexes. */
function indexColumns(definition: ModuleDefinition): string[][] {
  const [first] = Object.keys(definition.defaultSorters)
  const order = first === undefined || first === 'id' ? [] : columnNames(definition, first)
  const published = (definition.published ?? []).flatMap((item) => columnNames(definition, item.param))
  const [state] = published
  const [main] = order
  const within = [...(state === undefined ? [] : [state]), ...(main === undefined ? [] : [main]), 'id']
  const lists = [
    ['source', 'source_key'],
    ...order.map((column) => [column, 'id']),
    ...published.map((column) => [column, ...order.slice(0, 1), 'id']),
    ...Object.entries(definition.fields).flatMap(([key, field]) => {
      if (field.type === 'id_number') return [[blindIndexColumn(key)]]
      if (isChoice(field)) return [[key, ...within.filter((column) => column !== key)]]
      return isOwnTime(key, field) ? [[key, 'id']] : []
    }),
  ]
  return lists.filter((columns, index) => lists.findIndex((other) => other[0] === columns[0]) === index)
}

/** Fields whose few values lists are narrowed by; with the state and the order, so that page and total come from the index. */
function isChoice(field: FieldDefinition): boolean {
  return field.type === 'enum' || field.type === 'boolean' || field.relation?.many === false
}

function isOwnTime(key: string, { type }: FieldDefinition): boolean {
  return (type === 'datetime' || type === 'date') && key !== 'created_at' && key !== 'updated_at'
}

function uniqueColumns(definition: ModuleDefinition): string[][] {
  return Object.entries(definition.fields)
    .filter(([key, field]) => field.unique && key !== 'id')
    .flatMap(([key]) => columnNames(definition, key).map((column) => [column]))
}

function columnNames(definition: ModuleDefinition, key: string): string[] {
  const field = definition.fields[key]
  return field ? listFieldColumns(key, field).map((column) => column.name) : []
}

const searchStatements: Record<Dialect, (table: string) => string[]> = {
  postgres: (table) => [`create index "${table}_by_search" on "${table}" using gin ("search_vector")`],
  sqlite: (table) => {
    const search = `"${searchTable(table)}"`
    const put = `insert into ${search} (rowid, search_text) values (new.row_no, new.search_text);`
    const take = `insert into ${search} (${search}, rowid, search_text) values ('delete', old.row_no, old.search_text);`
    return [
      `create virtual table ${search} using fts5 (search_text, content='${table}', content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
      `create trigger "${table}_search_put" after insert on "${table}" begin ${put} end`,
      `create trigger "${table}_search_take" after delete on "${table}" begin ${take} end`,
      `create trigger "${table}_search_swap" after update of "search_text" on "${table}" begin ${take} ${put} end`,
    ]
  },
}
