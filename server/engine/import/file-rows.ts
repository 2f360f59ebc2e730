import { sql } from 'kysely'
import type { Values } from '#contract/form/form-shape.ts'
import { listTemplateFields, type UniqueRule } from '#contract/module-definition.ts'
import { overlaps, toInstant, type Interval } from '#contract/time.ts'
import { listUses, whereColumnsIn, toStoredKey } from '#server/engine/write/sibling-rows.ts'
import { encodeField, type StoredRow } from '../field-types/codec.ts'
import { type ColumnValue } from '#server/engine/field-types/field-type.ts'
import type { SqlFragment } from '#server/engine/field-types/filter-operators.ts'
import { moduleTables } from '../../db/module-tables.ts'
import type { CapacityRule, ExclusionRule, OverlapRule, ServerModule } from '../schema/server-module.ts'
import { isConstrained, occupiesLocation, hasNoValue, listUniqueRules } from '../write/constraints.ts'
import { toIds, listLocationIds } from '#server/engine/write/related-rows.ts'
import {
  whereEqual,
  toIndexConditions,
  readOverlaps,
  toRuleConditions,
  type SiblingRows,
  type RowWithId,
} from '../write/sibling-rows.ts'
import { hasShape } from '#server/engine/write/read-body.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** The other rows of a module as if the earlier lines of the file were already written. */
export interface FileRows extends SiblingRows {
  /** Loads for a whole batch what {@link SiblingRows.hasEqual} would query for each row. */
  loadEqual(rows: readonly RowWithId[]): Promise<void>
  /** Adds the row of a valid line. */
  accept(row: RowWithId): void
}

/** The times of day between which a row of the file excludes others. */
interface RowInterval extends Interval {
  /** Id of the row. */
  id: string
}

/** Row ids by unique key: of the file's lines so far, and of the stored rows that `loadEqual` found for the current batch. */
interface RowIdsByKey {
  inFile: Map<string, Set<string>>
  inDatabase: Map<string, ReadonlySet<string>>
}

/**
 * Creates a view of the database in which rows of the file replace the stored rows. Only values that rules compare are held
 * in memory.
 */
export function createFileRows(trx: WriteContext['trx'], module: ServerModule): FileRows {
  const { exclusions = [], capacities = [], overlaps: overlapRules = [] } = module
  /** Rows of the file by overlap rule and id of their location, with the values that the rule and titles need. */
  const rowsByLocation = new Map(overlapRules.map((rule) => [rule, new Map<string, RowWithId[]>()]))
  /** Ids of the rows of earlier lines: their stored versions do not count. */
  const replacedIds = new Set<string>()
  const idsByRule = new Map<UniqueRule, RowIdsByKey>(
    listUniqueRules(module).map((rule) => [rule, { inFile: new Map(), inDatabase: new Map() }]),
  )
  const rulesByName = new Map([...idsByRule.keys()].map((rule) => [formatRuleName(rule), rule]))
  /** Intervals of the file's rows by exclusion rule and by the values that the rule compares. */
  const intervals = new Map<ExclusionRule, Map<string, RowInterval[]>>(
    exclusions.map((rule) => [rule, new Map()]),
  )
  /** Ids of the file's rows by capacity rule and id of the row whose capacity they use. */
  const uses = new Map<CapacityRule, Map<string, Set<string>>>(capacities.map((rule) => [rule, new Map()]))

  /** True for the id of a stored row that is neither the row itself nor replaced by an earlier line. */
  const isOther = (row: RowWithId) => (id: string) => id !== row.id && !replacedIds.has(id)

  return {
    loadEqual: async (rows) => {
      for (const [rule, idsByKey] of idsByRule)
        idsByKey.inDatabase = await readRowsByKey(trx, module, rule, rows)
    },
    hasEqual: async (uniqueRule, row) => {
      const rule = rulesByName.get(formatRuleName(uniqueRule)) ?? uniqueRule
      const idsByKey = idsByRule.get(rule)
      const key = toUniqueKey(module, rule, row)
      let stored = idsByKey?.inDatabase.get(key)
      // A hook may have changed the row since `loadEqual`, and its key with it.
      stored ??= (await readRowsByKey(trx, module, rule, [row])).get(key)
      const inFile = idsByKey?.inFile.get(key) ?? []
      return [...(stored ?? [])].some(isOther(row)) || [...inFile].some((id) => id !== row.id)
    },
    hasOverlapping: async (rule, row) => {
      const interval = toInterval(rule, row)
      const isStored = (await readOverlappingIds(trx, module, rule, row)).some(isOther(row))
      const inFile = intervals.get(rule)?.get(toIntervalKey(rule, row)) ?? []
      return isStored || inFile.some((other) => other.id !== row.id && overlaps(other, interval))
    },
    listOverlapping: async (rule, row) => {
      const stored = await readOverlaps(trx, module, rule, row)
      const inFile = listLocationIds(rule, row).flatMap((id) => rowsByLocation.get(rule)?.get(id) ?? [])
      const isOverlapping = (other: RowWithId) => other.id !== row.id && overlapsInTime(rule, row, other)
      return [...stored.filter(({ id }) => isOther(row)(id)), ...new Set(inFile.filter(isOverlapping))]
    },
    countReferencing: async (rule, target, row) => {
      const stored = (await listUses(trx, module, rule, target)).filter(isOther(row))
      const inFile = [...(uses.get(rule)?.get(target) ?? [])].filter((id) => id !== row.id)
      return stored.length + inFile.length
    },
    accept: (row) => {
      replacedIds.add(row.id)
      for (const [rule, { inFile }] of idsByRule) {
        if (!isConstrained(module, rule.where, row) || rule.fields.some((name) => hasNoValue(row[name])))
          continue
        const key = toUniqueKey(module, rule, row)
        inFile.set(key, (inFile.get(key) ?? new Set()).add(row.id))
      }
      for (const [rule, byKey] of intervals) {
        const fields = [...rule.same, rule.from, rule.to]
        if (!isConstrained(module, rule.where, row) || fields.some((name) => hasNoValue(row[name]))) continue
        const key = toIntervalKey(rule, row)
        byKey.set(key, [...(byKey.get(key) ?? []), { id: row.id, ...toInterval(rule, row) }])
      }
      for (const [rule, byLocation] of rowsByLocation) {
        if (!occupiesLocation(module, rule, row)) continue
        const comparedRow = pickComparedValues(module, rule, row)
        for (const id of listLocationIds(rule, row))
          byLocation.set(id, [...(byLocation.get(id) ?? []), comparedRow])
      }
      for (const [rule, byTarget] of uses) {
        if (!isConstrained(module, rule.where, row)) continue
        for (const target of toIds(row[rule.relation]))
          byTarget.set(target, (byTarget.get(target) ?? new Set()).add(row.id))
      }
    },
  }
}

/** Gets the times of day of a row, which an exclusion rule compares. */
function toInterval({ from, to }: ExclusionRule, row: RowWithId): Interval {
  return { starts_at: String(row[from]), ends_at: String(row[to]) }
}

/** True when two rows overlap in time. Texts of equal instants may differ, so they are normalized first. */
function overlapsInTime({ from, to }: OverlapRule, a: RowWithId, b: RowWithId): boolean {
  const normalize = (row: RowWithId): Interval => ({
    starts_at: toInstant(String(row[from])),
    ends_at: toInstant(String(row[to])),
  })
  return overlaps(normalize(a), normalize(b))
}

/** Picks the values that an overlap rule compares, and those of the title, by which the overlap is reported. */
function pickComparedValues({ definition }: ServerModule, rule: OverlapRule, row: RowWithId): RowWithId {
  const keys = [...rule.relations, rule.from, rule.to, ...listTemplateFields(definition.titleTemplate)]
  const values: Values = Object.fromEntries(keys.map((key) => [key, row[key]]))
  return { ...values, id: row.id }
}

/** Formats what identifies a unique rule, fields and conditions: `listUniqueRules` creates new objects in each call. */
function formatRuleName({ fields, where }: UniqueRule): string {
  return JSON.stringify([fields, where ?? []])
}

/** Formats the values of the fields in which rows must be equal to exclude each other, such as the room and the date. */
function toIntervalKey(rule: ExclusionRule, row: RowWithId): string {
  return JSON.stringify(rule.same.map((key) => row[key]))
}

/** Formats the values of a rule's fields as columns hold them, so that rows of the file and of the database compare. */
function toUniqueKey({ definition }: ServerModule, { fields }: UniqueRule, row: RowWithId): string {
  const stored = fields.flatMap((key) => {
    const field = definition.fields[key]
    return field ? Object.values(encodeField(key, field, row[key])) : []
  })
  return JSON.stringify(stored)
}

/** Reads the ids of the stored rows that equal these rows in the fields of a unique rule, by {@link toUniqueKey}. */
async function readRowsByKey(
  trx: WriteContext['trx'],
  module: ServerModule,
  rule: UniqueRule,
  rows: readonly RowWithId[],
): Promise<Map<string, Set<string>>> {
  // A value of the wrong type is not compared: the databases reject an object as the value of a text.
  const isComparable = (row: RowWithId) => (name: string) =>
    !hasNoValue(row[name]) && hasShape(module.definition.fields[name], row[name])
  const comparableRows = rows.filter((row) => rule.fields.every(isComparable(row)))
  const idsByKey = new Map(comparableRows.map((row) => [toUniqueKey(module, rule, row), new Set<string>()]))
  if (idsByKey.size === 0) return idsByKey
  const { name, fields } = module.definition
  const columns = rule.fields.flatMap((key) =>
    Object.keys(fields[key] ? encodeField(key, fields[key], null) : {}),
  )
  const valueLists = [...idsByKey.keys()].map((key) => JSON.parse(key) as ColumnValue[])
  const conditions = [
    sql`${sql.ref(`${name}.deleted_at`)} is null`,
    whereColumnsIn(moduleTables(trx), name, columns, valueLists),
    ...toIndexConditions(trx, rule.where),
  ]
  const { rows: stored } = await sql<StoredRow>`
    select ${sql.join(['id', ...columns].map((column) => sql.ref(`${name}.${column}`)))} from ${sql.id(name)}
    where ${sql.join(conditions, sql` and `)}`.execute(trx)
  for (const row of stored)
    idsByKey.get(toStoredKey(row, columns, valueLists[0] ?? []))?.add(String(row['id']))
  return idsByKey
}

/** Reads the ids of the stored rows that an exclusion rule compares with a row and whose times overlap it. */
async function readOverlappingIds(
  trx: WriteContext['trx'],
  module: ServerModule,
  rule: ExclusionRule,
  row: RowWithId,
): Promise<string[]> {
  const { name } = module.definition
  const tables = moduleTables(trx)
  return readIds(trx, name, [
    ...rule.same.map((key) => whereEqual(tables, module, key, row[key])),
    sql`${sql.ref(`${name}.${rule.from}`)} < ${row[rule.to]}`,
    sql`${sql.ref(`${name}.${rule.to}`)} > ${row[rule.from]}`,
    ...toRuleConditions(trx, module, rule.where),
  ])
}

async function readIds(
  trx: WriteContext['trx'],
  table: string,
  conditions: readonly SqlFragment[],
): Promise<string[]> {
  const notDeleted = sql`${sql.ref(`${table}.deleted_at`)} is null`
  const where = sql.join([notDeleted, ...conditions], sql` and `)
  const { rows } = await sql<StoredRow>`select "id" from ${sql.id(table)} where ${where}`.execute(trx)
  return rows.map((row) => String(row['id']))
}
