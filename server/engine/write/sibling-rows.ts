import { sql, type Kysely } from 'kysely'
import type { FilterItem } from '#contract/filters.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { UniqueRule } from '#contract/module-definition.ts'
import { toInstant } from '#contract/time.ts'
import { lockExclusive } from '#server/db/locks.ts'
import { countUses } from './capacity-uses.ts'
import { encodeField, type StoredRow } from '../field-types/codec.ts'
import { toSqlCondition } from '../query/filter-sql.ts'
import { type SqlCondition } from '#server/engine/field-types/filter-operators.ts'
import { isPostgres, moduleTables, toDialectValue, type ModuleTables } from '../../db/module-tables.ts'
import type { CapacityRule, ExclusionRule, OverlapRule, ServerModule } from '../schema/server-module.ts'
import { literalCondition } from '../schema/table-statements.ts'
import { allFields, toRows } from './lock-row.ts'
import { placesOf } from './related-ids.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** A row that is held against others. */
export type RowWithId = Values & { readonly id: string }

/** What a row's rules ask of the other rows of its module. */
export interface SiblingRows {
  /** True when another row has the same values in the rule's fields. */
  hasEqual(rule: UniqueRule, row: RowWithId): Promise<boolean>
  /** True when another row's span of time overlaps. */
  hasOverlapping(rule: ExclusionRule, row: RowWithId): Promise<boolean>
  /** Other rows that count, in a place of this row at its time, in the order of their beginnings. */
  listOverlapping(rule: OverlapRule, row: RowWithId): Promise<RowWithId[]>
  /** How many others name a row of the module to which the rule's relation leads. */
  countNaming(rule: CapacityRule, target: string, row: RowWithId): Promise<number>
}

/**
 * The rows of the database. Each question is asked by one transaction after the other, so that the answer still holds when
 * this one is committed.
 */
export function createSiblingRows(trx: WriteContext['trx'], module: ServerModule): SiblingRows {
  const tables = moduleTables(trx)
  return {
    hasEqual: async ({ fields, where }, row) => {
      const conditions = fields.map((name) => equals(tables, module, name, row[name]))
      return hasOther(trx, module, row.id, [...conditions, ...indexedWhere(trx, where)])
    },
    hasOverlapping: async (rule, row) => {
      await lockExclusive(trx, spanWork(module, rule, row))
      const { name } = module.definition
      return hasOther(trx, module, row.id, [
        ...rule.same.map((key) => equals(tables, module, key, row[key])),
        sql`${sql.ref(`${name}.${rule.from}`)} < ${row[rule.to]}`,
        sql`${sql.ref(`${name}.${rule.to}`)} > ${row[rule.from]}`,
        ...toWhere(trx, module, rule.where),
      ])
    },
    listOverlapping: async (rule, row) => {
      await lockExclusive(trx, `overlaps of ${module.definition.name}`)
      return readOverlaps(trx, module, rule, row)
    },
    countNaming: async (rule, target, row) => {
      await lockExclusive(trx, placesWork(module, rule, target))
      return countUses(trx, module, rule, { target, except: row.id })
    },
  }
}

/** Name of the work that lets one transaction after the other look for overlaps with a row. */
function spanWork({ definition }: ServerModule, rule: ExclusionRule, row: Values): string {
  return `${definition.name} ${rule.same.map((key) => String(row[key])).join(' ')}`
}

/** Name of the work that lets one transaction after the other take places of a row. */
function placesWork({ definition }: ServerModule, rule: CapacityRule, target: string): string {
  return `places of ${definition.fields[rule.relation]?.relation?.module} ${target}`
}

/** The conditions of a rule as the database is asked them. */
export function toWhere(
  trx: WriteContext['trx'],
  { definition }: ServerModule,
  where: readonly FilterItem[] = [],
): SqlCondition[] {
  const scope = { kysely: moduleTables(trx), table: definition.name, fields: allFields(definition) }
  return where.map((item) => toSqlCondition(scope, item))
}

/** The conditions of a unique rule in the words of its index: a database goes by it only when it is asked in these. */
export function indexedWhere(trx: WriteContext['trx'], where: readonly FilterItem[] = []): SqlCondition[] {
  const dialect = isPostgres(moduleTables(trx)) ? 'postgres' : 'sqlite'
  return where.map((item) => sql.raw(literalCondition(item, dialect)))
}

/** Rows whose field holds this value. */
export function equals(
  tables: Kysely<ModuleTables>,
  { definition }: ServerModule,
  key: string,
  value: unknown,
): SqlCondition {
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
 * Reads the rows at the time of a row from the database. Which of them are in one of its places is found out here: several
 * places lie in one column, and only few rows take place at one time.
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
    ...toWhere(trx, module, rule.where),
  ]
  const { rows } = await sql<StoredRow>`
    select * from ${sql.id(definition.name)} where ${sql.join(conditions, sql` and `)}
    order by ${column(rule.from)}, ${column('id')}`.execute(trx)
  const places = new Set(placesOf(rule, row))
  return (await toRows({ trx }, definition, rows)).filter((other) =>
    placesOf(rule, other).some((id) => places.has(id)),
  )
}

async function hasOther(
  trx: WriteContext['trx'],
  { definition: { name } }: ServerModule,
  id: string,
  conditions: readonly SqlCondition[],
): Promise<boolean> {
  const own = [sql`${sql.ref(`${name}.deleted_at`)} is null`, sql`${sql.ref(`${name}.id`)} <> ${id}`]
  const where = sql.join([...own, ...conditions], sql` and `)
  const { rows } = await sql`select 1 as found from ${sql.id(name)} where ${where} limit 1`.execute(trx)
  return rows.length > 0
}
