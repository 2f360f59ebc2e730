import type { Column } from '../field-types/columns.ts'
import { getFieldType } from '../field-types/index.ts'
import { clientRowIdColumn, findClientRowOwner } from './client-row-ids.ts'
import type { ServerModule, CapacityRule } from './server-module.ts'
import type { FilterItem, FilterScalar } from '#contract/filters.ts'
import type { ModuleDefinition, UniqueRule } from '#contract/module-definition.ts'
import { listColumns, listFieldColumns, systemColumns } from '#server/engine/field-types/columns.ts'
import type { ColumnKind } from '#server/engine/field-types/field-type.ts'
import { blindIndexColumn } from '#server/engine/field-types/id-number.ts'

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

/** The parts of a module that define its table. */
export type TableSource = Pick<ServerModule, 'definition' | 'ownership' | 'isRecord' | 'capacities'>

/** Lists the statements that create a module's table, its indexes and its search index. */
export function tableStatements(module: TableSource, dialect: Dialect): string[] {
  const { definition } = module
  const owner = findClientRowOwner(module)
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
 * Lists the statements of the index of an owner's rows in the module's order. None are needed when an unconditional unique
 * rule begins with the owner, or for records, which are read in their own order.
 */
export function ownerIndexStatements({
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

/** True when the module has searchable fields. */
export function isSearchable(definition: ModuleDefinition): boolean {
  return Object.values(definition.fields).some((field) => field.searchable)
}

/** Names the search index of a module on SQLite. */
export function searchTable(module: string): string {
  return `${module}_search`
}

/** Lists the columns of a module's table. */
export function tableColumns(module: TableSource): Column[] {
  const own = findClientRowOwner(module) === undefined ? [] : [clientRowIdColumn]
  return [...systemColumns, ...own, ...listColumns(module.definition)]
}

function createTable(module: TableSource, dialect: Dialect): string {
  const { definition } = module
  const columns = tableColumns(module).map((column) => columnLine(column, dialect))
  // An explicit row number: SQLite renumbers hidden row ids on VACUUM, and the search index points to them.
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

/** Creates the index that makes client row ids unique per owner. */
function createClientRowIndex(table: string, owner: string): string {
  const { name } = clientRowIdColumn
  return `create unique index "${table}_unique_${name}" on "${table}" ("${owner}", "${name}") where "deleted_at" is null and "${name}" is not null`
}

/** Creates the index that enforces a unique rule in the database. */
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

/** Builds a condition with literals, as indexes and triggers take no parameters. Its values come from the definition, never from callers. */
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

/** Lists the columns of indexes: those that lists are filtered and sorted by, and blind indexes. */
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
      const { isSealed = false, index } = getFieldType(field)
      if (isSealed) return [[blindIndexColumn(key)]]
      // Includes the published state and the order, so that the index answers page and total.
      if (index === 'choice') return [[key, ...within.filter((column) => column !== key)]]
      return index === 'time' && key !== 'created_at' && key !== 'updated_at' ? [[key, 'id']] : []
    }),
  ]
  return lists.filter((columns, index) => lists.findIndex((other) => other[0] === columns[0]) === index)
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

/** Names the triggers that record the uses of a capacity rule. */
export function capacityTriggers(module: string, { relation }: CapacityRule, dialect: Dialect): string[] {
  const name = `${module}_${relation}_uses`
  return dialect === 'sqlite' ? [`${name}_put`, `${name}_take`, `${name}_swap`] : [name]
}

/**
 * Lists the statements of the triggers that record in `capacity_uses` which row takes a place of which other row, for every
 * rule of a module. The table is correct at each commit, however the row was written, and counting reads an index.
 */
export function capacityTriggerStatements(
  { definition, capacities = [] }: TableSource,
  dialect: Dialect,
): string[] {
  return capacities.flatMap((rule) => {
    const { put, take } = useStatements(definition, rule, dialect)
    const [name, onDelete, onUpdate] = capacityTriggers(definition.name, rule, dialect)
    const params = (rule.where ?? []).map(({ param }) => param)
    const watched = ['deleted_at', rule.relation, ...params].map((column) => `"${column}"`).join(', ')
    const table = `"${definition.name}"`
    if (dialect === 'sqlite')
      return [
        `create trigger "${name}" after insert on ${table} begin ${put}; end`,
        `create trigger "${onDelete}" after delete on ${table} begin ${take}; end`,
        `create trigger "${onUpdate}" after update of ${watched} on ${table} begin ${take}; ${put}; end`,
      ]
    return [
      `create function "${name}"() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then ${take}; end if;
        if tg_op <> 'DELETE' then ${put}; end if;
        return null; end $$`.replaceAll(/\s+/g, ' '),
      `create trigger "${name}" after insert or delete or update of ${watched} on ${table} for each row execute function "${name}"()`,
    ]
  })
}

/** Builds the statements that insert the uses of the new row and delete those of the old row. */
function useStatements(definition: ModuleDefinition, rule: CapacityRule, dialect: Dialect) {
  const field = definition.fields[rule.relation]
  const [column] = field ? listFieldColumns(rule.relation, field) : []
  if (!field || !column) throw new TypeError(`${definition.name} has no relation ${rule.relation}`)
  const rows = [
    `"id" = new."id"`,
    `"deleted_at" is null`,
    ...(rule.where ?? []).map((item) => literalCondition(item, dialect)),
  ].join(' and ')
  const used = `(select "id", "${column.name}" as "held" from "${definition.name}" where ${rows}) as used`
  const isMany = field.relation?.many === true
  const source = isMany
    ? `${used}, ${toItemRows('used."held"', dialect)}`
    : `${used} where used."held" is not null`
  const target = isMany ? 'item.value' : 'used."held"'
  const scope = `'${definition.name}', '${rule.relation}'`
  const old = `old."${column.name}"`
  const had = isMany ? `in (select item.value from ${toItemRows(old, dialect)})` : `= ${old}`
  return {
    put: `insert into capacity_uses (module, relation, target, row_id) select distinct ${scope}, ${target}, used."id" from ${source}`,
    take: `delete from capacity_uses where (module, relation) = (${scope}) and target ${had} and row_id = old."id"`,
  }
}

/** Builds the table expression of a JSON array's items. */
function toItemRows(array: string, dialect: Dialect): string {
  return dialect === 'sqlite'
    ? `json_each(${array}) as item`
    : `jsonb_array_elements_text(${array}::jsonb) as item(value)`
}
