import type { Column } from '../field-types/columns.ts'
import { getFieldType } from '../field-types/index.ts'
import { clientRowIdColumn, findClientRowOwner } from './client-row-ids.ts'
import type { ServerModule, CapacityRule } from './server-module.ts'
import type { FilterItem, FilterScalar } from '#contract/filters.ts'
import type { ModuleDefinition, UniqueRule } from '#contract/module-definition.ts'
import { listColumns, listFieldColumns, systemColumns } from '#server/engine/field-types/columns.ts'
import type { ColumnKind } from '#server/engine/field-types/field-type.ts'
import { blindIndexColumn } from '#server/engine/field-types/id-number.ts'

/** The database's dialect of SQL. */
export type Dialect = 'sqlite' | 'postgres'

/**
 * Types of columns in `create table`. Collation "C" compares text by code points on PostgreSQL, as SQLite does, so that both
 * sort alike whatever the server's locale.
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

/** The properties of a module that define its table. */
export type TableSource = Pick<ServerModule, 'definition' | 'ownership' | 'isServerWritten' | 'capacities'>

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
 * rule begins with the owner, or for rows that only the server writes, which are read in their own order.
 */
export function ownerIndexStatements({
  definition,
  ownership,
  isServerWritten,
}: Pick<ServerModule, 'definition' | 'ownership' | 'isServerWritten'>): string[] {
  if (!ownership || isServerWritten) return []
  const { field } = ownership
  if ((definition.uniques ?? []).some(({ fields: [firstField], where }) => firstField === field && !where))
    return []
  const publishedColumns = (definition.published ?? []).flatMap((item) => columnNames(definition, item.param))
  const [firstSorter = 'id'] = Object.keys(definition.defaultSorters)
  // Of a localized sorter only the column of the first language: one index cannot serve both orders.
  const [sorterColumn = 'id'] = columnNames(definition, firstSorter)
  const columns = new Set([field, ...publishedColumns, sorterColumn, 'id'])
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
  const clientRowIdColumns = findClientRowOwner(module) === undefined ? [] : [clientRowIdColumn]
  return [...systemColumns, ...clientRowIdColumns, ...listColumns(module.definition)]
}

/** Formats the statement that creates a module's table. */
function createTable(module: TableSource, dialect: Dialect): string {
  const { definition } = module
  const columns = tableColumns(module).map((column) => formatColumn(column, dialect))
  // An explicit row number: SQLite renumbers hidden row ids on VACUUM, and the search index points to them.
  if (dialect === 'sqlite') columns.unshift('"row_no" integer primary key')
  if (dialect === 'postgres' && isSearchable(definition)) {
    const tokens = `array_to_tsvector(string_to_array("search_text", chr(32)))`
    columns.push(`"search_vector" tsvector generated always as (${tokens}) stored`)
  }
  return `create table "${definition.name}" (${columns.join(', ')})`
}

/** Formats a column of `create table`. */
function formatColumn(column: Column, dialect: Dialect): string {
  const type = columnTypes[dialect][column.kind]
  if (column.name === 'id') return `"id" ${type} not null ${dialect === 'sqlite' ? 'unique' : 'primary key'}`
  if (column.name === 'search_text') return `"search_text" text not null default ''`
  if (column.name === 'sort_keys') return `"sort_keys" text not null default '{}'`
  return `"${column.name}" ${type}${column.required ? ' not null' : ''}`
}

/** Creates an index named after its first column. It leaves deleted rows out, so that a unique value may be used again. */
function createIndex(table: string, columns: readonly string[], unique: boolean): string {
  const name = `${table}_${unique ? 'unique' : 'by'}_${columns[0] ?? ''}`
  const columnList = columns.map((column) => `"${column}"`).join(', ')
  return `create ${unique ? 'unique ' : ''}index "${name}" on "${table}" (${columnList}) where "deleted_at" is null`
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
  const columnList = columns.map((column) => `"${column}"`).join(', ')
  const name = `${definition.name}_unique_${columns.join('_')}`
  return `create unique index "${name}" on "${definition.name}" (${columnList}) where ${conditions.join(' and ')}`
}

/**
 * Builds a condition with literals, as indexes and triggers take no parameters. Its values come from the definition, never from
 * callers.
 */
export function literalCondition({ param, op = 'eq', value }: FilterItem, dialect: Dialect): string {
  const values: readonly FilterScalar[] = Array.isArray(value) ? value : [value as FilterScalar]
  const literals = values.map((one) => toLiteral(one, dialect)).join(', ')
  switch (op) {
    case 'eq':
    case 'in':
      return `"${param}" in (${literals})`
    case 'ne':
    case 'nin':
      return `("${param}" is null or "${param}" not in (${literals}))`
    default:
      throw new TypeError(`the database's own rules cannot ask for ${op}`)
  }
}

/** Formats a value as an SQL literal; SQLite has no booleans but 1 and 0. */
function toLiteral(value: FilterScalar, dialect: Dialect): string {
  if (typeof value === 'boolean') return dialect === 'postgres' ? String(value) : String(Number(value))
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/**
 * Lists the columns of each index that is not unique: of lists in the default order and by publication, of filters, of imports
 * (`source`), and blind indexes. Each index of a list ends with the id, as the list's order does.
 */
function indexColumns(definition: ModuleDefinition): string[][] {
  const [firstSorter] = Object.keys(definition.defaultSorters)
  // The unique index of the id serves an order by id.
  const sorterColumns =
    firstSorter === undefined || firstSorter === 'id' ? [] : columnNames(definition, firstSorter)
  const publishedColumns = (definition.published ?? []).flatMap((item) => columnNames(definition, item.param))
  const columnsAfterChoice = [...publishedColumns.slice(0, 1), ...sorterColumns.slice(0, 1), 'id']
  const indexes = [
    ['source', 'source_key'],
    ...sorterColumns.map((column) => [column, 'id']),
    ...publishedColumns.map((column) => [column, ...sorterColumns.slice(0, 1), 'id']),
    ...Object.entries(definition.fields).flatMap(([key, field]) => {
      const { isSealed = false, index } = getFieldType(field)
      if (isSealed) return [[blindIndexColumn(key)]]
      // Includes the columns of the published state and the order, so that the index alone finds page and total.
      if (index === 'choice') return [[key, ...columnsAfterChoice.filter((column) => column !== key)]]
      return index === 'time' && key !== 'created_at' && key !== 'updated_at' ? [[key, 'id']] : []
    }),
  ]
  // An index is named after its first column, so only the first index of each name is created.
  return indexes.filter((columns, at) => indexes.findIndex((other) => other[0] === columns[0]) === at)
}

/** Lists the columns of unique fields; a localized one is unique in each language. */
function uniqueColumns(definition: ModuleDefinition): string[][] {
  return Object.entries(definition.fields)
    .filter(([key, field]) => field.unique && key !== 'id')
    .flatMap(([key]) => columnNames(definition, key).map((column) => [column]))
}

/** Lists the names of a field's columns; none for a field that does not exist. */
function columnNames(definition: ModuleDefinition, key: string): string[] {
  const field = definition.fields[key]
  return field ? listFieldColumns(key, field).map((column) => column.name) : []
}

/**
 * Statements of a module's search index. SQLite's has no copy of the text (external content), so triggers maintain it. An
 * insert with 'delete' in the column named like the table removes a text from the index. Its prefix indexes serve tokens of
 * one Han character (`h` and four digits) and of two letters (`w` and the letters).
 */
const searchStatements: Record<Dialect, (table: string) => string[]> = {
  postgres: (table) => [`create index "${table}_by_search" on "${table}" using gin ("search_vector")`],
  sqlite: (table) => {
    const search = `"${searchTable(table)}"`
    const insertStatement = `insert into ${search} (rowid, search_text) values (new.row_no, new.search_text);`
    const deleteStatement = `insert into ${search} (${search}, rowid, search_text) values ('delete', old.row_no, old.search_text);`
    return [
      `create virtual table ${search} using fts5 (search_text, content='${table}', content_rowid='row_no', tokenize='unicode61', prefix='3 5')`,
      `create trigger "${table}_search_put" after insert on "${table}" begin ${insertStatement} end`,
      `create trigger "${table}_search_take" after delete on "${table}" begin ${deleteStatement} end`,
      `create trigger "${table}_search_swap" after update of "search_text" on "${table}" begin ${deleteStatement} ${insertStatement} end`,
    ]
  },
}

/** Names the triggers of a capacity rule (`capacity_uses`): one, on SQLite one each for insert, delete and update, in this order. */
export function capacityTriggers(module: string, { relation }: CapacityRule, dialect: Dialect): string[] {
  const name = `${module}_${relation}_uses`
  return dialect === 'sqlite' ? [`${name}_put`, `${name}_take`, `${name}_swap`] : [name]
}

/**
 * Lists the statements of the triggers that maintain `capacity_uses`: which row references which other row, for every capacity
 * rule of a module. The table is correct at each commit, however the row was written, and counting reads an index.
 */
export function capacityTriggerStatements(
  { definition, capacities = [] }: TableSource,
  dialect: Dialect,
): string[] {
  return capacities.flatMap((rule) => {
    const { insertStatement, deleteStatement } = capacityUseStatements(definition, rule, dialect)
    const [name, deleteName, updateName] = capacityTriggers(definition.name, rule, dialect)
    const params = (rule.where ?? []).map(({ param }) => param)
    const watchedColumns = ['deleted_at', rule.relation, ...params].map((column) => `"${column}"`).join(', ')
    const table = `"${definition.name}"`
    if (dialect === 'sqlite')
      return [
        `create trigger "${name}" after insert on ${table} begin ${insertStatement}; end`,
        `create trigger "${deleteName}" after delete on ${table} begin ${deleteStatement}; end`,
        `create trigger "${updateName}" after update of ${watchedColumns} on ${table} begin ${deleteStatement}; ${insertStatement}; end`,
      ]
    return [
      `create function "${name}"() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then ${deleteStatement}; end if;
        if tg_op <> 'DELETE' then ${insertStatement}; end if;
        return null; end $$`.replaceAll(/\s+/g, ' '),
      `create trigger "${name}" after insert or delete or update of ${watchedColumns} on ${table} for each row execute function "${name}"()`,
    ]
  })
}

/** Builds the statements with which a trigger inserts the uses of the new row and deletes those of the old row. */
function capacityUseStatements(definition: ModuleDefinition, rule: CapacityRule, dialect: Dialect) {
  const field = definition.fields[rule.relation]
  const [column] = field ? listFieldColumns(rule.relation, field) : []
  if (!field || !column) throw new TypeError(`${definition.name} has no relation ${rule.relation}`)
  const isCountedRow = [
    `"id" = new."id"`,
    `"deleted_at" is null`,
    ...(rule.where ?? []).map((item) => literalCondition(item, dialect)),
  ].join(' and ')
  // `held` is the relation's value: an id, or a JSON array of ids. The row is read again, as conditions name plain columns.
  const referencingRow = `(select "id", "${column.name}" as "held" from "${definition.name}" where ${isCountedRow}) as used`
  const isMany = field.relation?.many === true
  const fromClause = isMany
    ? `${referencingRow}, ${toItemRows('used."held"', dialect)}`
    : `${referencingRow} where used."held" is not null`
  const referencedId = isMany ? 'item.value' : 'used."held"'
  const moduleAndRelation = `'${definition.name}', '${rule.relation}'`
  const oldColumn = `old."${column.name}"`
  const wasReferenced = isMany
    ? `in (select item.value from ${toItemRows(oldColumn, dialect)})`
    : `= ${oldColumn}`
  return {
    insertStatement: `insert into capacity_uses (module, relation, target, row_id) select distinct ${moduleAndRelation}, ${referencedId}, used."id" from ${fromClause}`,
    deleteStatement: `delete from capacity_uses where (module, relation) = (${moduleAndRelation}) and target ${wasReferenced} and row_id = old."id"`,
  }
}

/** Builds the table expression of a JSON array's items. */
function toItemRows(array: string, dialect: Dialect): string {
  return dialect === 'sqlite'
    ? `json_each(${array}) as item`
    : `jsonb_array_elements_text(${array}::jsonb) as item(value)`
}
