import { sql, type Kysely } from 'kysely'
import type { FilterItem } from '#contract/filters.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { UniqueRule } from '#contract/module-definition.ts'
import { toInstant } from '#contract/time.ts'
import { lockExclusive } from '#server/db/locks.ts'
import { encodeField, type StoredRow } from '../field-types/codec.ts'
import { type ColumnValue } from '#server/engine/field-types/field-type.ts'
import { toSqlCondition } from '../query/filter-sql.ts'
import { type SqlFragment } from '#server/engine/field-types/filter-operators.ts'
import { isPostgres, moduleTables, toDialectValue, type ModuleTables } from '../../db/module-tables.ts'
import type { CapacityRule, ExclusionRule, OverlapRule, ServerModule } from '../schema/server-module.ts'
import { literalCondition } from '../schema/table-statements.ts'
import { allFields, decodeRows } from './lock-row.ts'
import { listLocationIds } from './related-rows.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'

/** A row that is compared with others. */
export type RowWithId = Values & { readonly id: string }

/** Queries of rules about the other rows of a row's module. */
export interface SiblingRows {
  /** True when another row has the same values in the rule's fields. */
  hasEqual(rule: UniqueRule, row: RowWithId): Promise<boolean>
  /** True when the time of another row overlaps. */
  hasOverlapping(rule: ExclusionRule, row: RowWithId): Promise<boolean>
  /** Lists other rows in a location of this row at its time, in the order of their starts. */
  listOverlapping(rule: OverlapRule, row: RowWithId): Promise<RowWithId[]>
  /** Counts the other rows that reference the row with the id `target` of another module. */
  countReferencing(rule: CapacityRule, target: string, row: RowWithId): Promise<number>
}

/**
 * Creates the queries for the rows of the database. An advisory lock lets one transaction at a time read the same set of rows,
 * so that the result is still true when this transaction commits.
 */
export function createSiblingRows(trx: WriteContext['trx'], module: ServerModule): SiblingRows {
  const tables = moduleTables(trx)
  return {
    // Needs no lock: the unique index rejects the second of two transactions.
    hasEqual: async ({ fields, where }, row) => {
      const conditions = fields.map((name) => whereEqual(tables, module, name, row[name]))
      return hasOther(trx, module, row.id, [...conditions, ...toIndexConditions(trx, where)])
    },
    hasOverlapping: async (rule, row) => {
      await lockExclusive(trx, getExclusionLockName(module, rule, row))
      const { name } = module.definition
      return hasOther(trx, module, row.id, [
        ...rule.same.map((key) => whereEqual(tables, module, key, row[key])),
        sql`${sql.ref(`${name}.${rule.from}`)} < ${row[rule.to]}`,
        sql`${sql.ref(`${name}.${rule.to}`)} > ${row[rule.from]}`,
        ...toRuleConditions(trx, module, rule.where),
      ])
    },
    listOverlapping: async (rule, row) => {
      await lockExclusive(trx, `overlaps of ${module.definition.name}`)
      return readOverlaps(trx, module, rule, row)
    },
    countReferencing: async (rule, target, row) => {
      await lockExclusive(trx, getCapacityLockName(module, rule, target))
      return countUses(trx, module, rule, { target, except: row.id })
    },
  }
}

/** Gets the name of the lock under which transactions search for overlaps with a row. */
function getExclusionLockName({ definition }: ServerModule, rule: ExclusionRule, row: Values): string {
  return `${definition.name} ${rule.same.map((key) => String(row[key])).join(' ')}`
}

/** Gets the name of the lock under which transactions use the capacity of a row. */
function getCapacityLockName({ definition }: ServerModule, rule: CapacityRule, target: string): string {
  return `places of ${definition.fields[rule.relation]?.relation?.module} ${target}`
}

/** Converts the conditions of a rule to SQL. */
export function toRuleConditions(
  trx: WriteContext['trx'],
  { definition }: ServerModule,
  where: readonly FilterItem[] = [],
): SqlFragment[] {
  const scope = { kysely: moduleTables(trx), table: definition.name, fields: allFields(definition) }
  return where.map((item) => toSqlCondition(scope, item))
}

/** Converts the conditions of a unique rule to the SQL of its partial index, which a database uses only for the same text. */
export function toIndexConditions(
  trx: WriteContext['trx'],
  where: readonly FilterItem[] = [],
): SqlFragment[] {
  const dialect = isPostgres(moduleTables(trx)) ? 'postgres' : 'sqlite'
  return where.map((item) => sql.raw(literalCondition(item, dialect)))
}

/** Builds the condition that a field has this value. */
export function whereEqual(
  tables: Kysely<ModuleTables>,
  { definition }: ServerModule,
  key: string,
  value: unknown,
): SqlFragment {
  const field = definition.fields[key]
  const columns = Object.entries(field ? encodeField(key, field, value) : {})
  return sql.join(
    columns.map(
      ([column, stored]) =>
        sql`${sql.ref(`${definition.name}.${column}`)} = ${toDialectValue(tables, stored)}`,
    ),
    sql` and `,
  )
}

/**
 * Reads the rows that overlap a row from the database. The locations are compared here and not in SQL: a column may hold
 * several, and only few rows are at one time.
 */
export async function readOverlaps(
  trx: WriteContext['trx'],
  module: ServerModule,
  rule: OverlapRule,
  row: RowWithId,
): Promise<RowWithId[]> {
  const { definition } = module
  const column = (key: string) => sql.ref(`${definition.name}.${key}`)
  const conditions = [
    sql`${column('deleted_at')} is null`,
    sql`${column('id')} <> ${row.id}`,
    sql`${column(rule.from)} < ${toInstant(String(row[rule.to]))}`,
    sql`${column(rule.to)} > ${toInstant(String(row[rule.from]))}`,
    ...toRuleConditions(trx, module, rule.where),
  ]
  const { rows } = await sql<StoredRow>`
    select * from ${sql.id(definition.name)} where ${sql.join(conditions, sql` and `)}
    order by ${column(rule.from)}, ${column('id')}`.execute(trx)
  const locationIds = new Set(listLocationIds(rule, row))
  return (await decodeRows({ trx }, definition, rows)).filter((other) =>
    listLocationIds(rule, other).some((id) => locationIds.has(id)),
  )
}

/** True when a row other than `id` that is not deleted matches the conditions. */
async function hasOther(
  trx: WriteContext['trx'],
  { definition: { name } }: ServerModule,
  id: string,
  conditions: readonly SqlFragment[],
): Promise<boolean> {
  const rowConditions = [
    sql`${sql.ref(`${name}.deleted_at`)} is null`,
    sql`${sql.ref(`${name}.id`)} <> ${id}`,
  ]
  const where = sql.join([...rowConditions, ...conditions], sql` and `)
  const { rows } = await sql`select 1 as found from ${sql.id(name)} where ${where} limit 1`.execute(trx)
  return rows.length > 0
}

/** Identifies the uses of one row's capacity, by a rule of a module. */
interface CapacityUse {
  /** Name of the module whose rows reference the row. */
  module: string
  /** Key of the relation. */
  relation: string
  /** Id of the referenced row. */
  target: string
}

const usesQuery = prepareQuery((kysely, { module, relation, target }: CapacityUse) =>
  kysely
    .selectFrom('capacity_uses')
    .select('row_id')
    .where('module', '=', module)
    .where('relation', '=', relation)
    .where('target', '=', target)
    .compile(),
)

const countUsesQuery = prepareQuery(
  (kysely, { module, relation, target, row }: CapacityUse & { row: string }) =>
    kysely
      .selectFrom('capacity_uses')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('module', '=', module)
      .where('relation', '=', relation)
      .where('target', '=', target)
      .where('row_id', '<>', row)
      .compile(),
)

/** Lists the ids of the rows that use the capacity of the row `target`. */
export async function listUses(
  kysely: Kysely<Tables>,
  { definition }: ServerModule,
  { relation }: CapacityRule,
  target: string,
): Promise<string[]> {
  const rows = await usesQuery.run(kysely, { module: definition.name, relation, target })
  return rows.map(({ row_id }) => row_id)
}

/** Counts the rows that use the capacity of the row `target`. @param except id of a row that does not count */
export async function countUses(
  kysely: Kysely<Tables>,
  { definition }: ServerModule,
  { relation }: CapacityRule,
  { target, except }: { target: string; except: string },
): Promise<number> {
  const [row] = await countUsesQuery.run(kysely, { module: definition.name, relation, target, row: except })
  return row?.rows ?? 0
}

/** Builds the condition that the columns hold one of these lists of values. @param lists each in the order of the columns */
export function whereColumnsIn(
  tables: Kysely<ModuleTables>,
  table: string,
  columns: readonly string[],
  lists: readonly (readonly ColumnValue[])[],
): SqlFragment {
  const [firstColumn, ...otherColumns] = columns.map((column) => sql.ref(`${table}.${column}`))
  if (!firstColumn || lists.length === 0) return sql`1 = 0`
  const toParameter = (stored: ColumnValue | undefined) => sql`${toDialectValue(tables, stored ?? null)}`
  if (otherColumns.length === 0)
    return sql`${firstColumn} in (${sql.join(lists.map(([first]) => toParameter(first)))})`
  const listConditions = lists.map(
    (values) =>
      sql`(${sql.join(
        [firstColumn, ...otherColumns].map((column, index) => sql`${column} = ${toParameter(values[index])}`),
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(listConditions, sql` or `)})`
}

/**
 * Formats the values of a row's columns as a text to compare.
 * @param sampleValues values of the same columns, by which booleans are recognized: SQLite returns them as numbers
 */
export function toStoredKey(
  row: StoredRow,
  columns: readonly string[],
  sampleValues: readonly ColumnValue[],
): string {
  return JSON.stringify(
    columns.map((column, index) =>
      typeof sampleValues[index] === 'boolean' ? Boolean(row[column]) : row[column],
    ),
  )
}
