import { sql } from 'kysely'
import type { Values } from '#contract/form/form-shape.ts'
import { templateFields, type UniqueRule } from '#contract/module-definition.ts'
import { toInstant } from '#contract/time.ts'
import { listUses, matchesAnyOf, storedKey } from '#server/engine/write/sibling-rows.ts'
import { encodeField, type StoredRow } from '../field-types/codec.ts'
import { type Stored } from '#server/engine/field-types/field-type.ts'
import type { SqlCondition } from '#server/engine/field-types/filter-operators.ts'
import { moduleTables } from '../../db/module-tables.ts'
import type { CapacityRule, ExclusionRule, ServerModule } from '../schema/server-module.ts'
import { isConstrained, hasPlace, isEmpty, uniqueRules } from '../write/constraints.ts'
import { toIds, listPlaces } from '#server/engine/write/related-rows.ts'
import {
  equals,
  toIndexedWhere,
  readOverlaps,
  toWhere,
  type SiblingRows,
  type RowWithId,
} from '../write/sibling-rows.ts'
import { hasShape } from '#server/engine/write/read-body.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** The other rows of a module as they will be once the earlier lines of the file are written. */
export interface FileRows extends SiblingRows {
  /** Loads for a whole batch what {@link SiblingRows.hasEqual} would query for each row. */
  loadEqual(rows: readonly RowWithId[]): Promise<void>
  /** Adds the row of a valid line. */
  accept(row: RowWithId): void
}

interface Interval {
  id: string
  from: string
  to: string
}

/** Row ids by unique key: those of the file, and those that the last query of the database returned. */
interface EqualRows {
  inFile: Map<string, Set<string>>
  inDatabase: Map<string, ReadonlySet<string>>
}

/**
 * Creates a view of the database in which rows of the file replace the stored rows. Memory holds only compared values.
 */
export function createFileRows(trx: WriteContext['trx'], module: ServerModule): FileRows {
  const { exclusions = [], capacities = [], overlaps = [] } = module
  const placed = new Map(overlaps.map((rule) => [rule, new Map<string, RowWithId[]>()]))
  const changed = new Set<string>()
  const equalRows = new Map<UniqueRule, EqualRows>(
    uniqueRules(module).map((rule) => [rule, { inFile: new Map(), inDatabase: new Map() }]),
  )
  const rulesByName = new Map([...equalRows.keys()].map((rule) => [formatRuleName(rule), rule]))
  const spans = new Map<ExclusionRule, Map<string, Interval[]>>(exclusions.map((rule) => [rule, new Map()]))
  const titleFields = templateFields(module.definition.titleTemplate)
  const takers = new Map<CapacityRule, Map<string, Set<string>>>(capacities.map((rule) => [rule, new Map()]))

  const isOther = (row: RowWithId) => (id: string) => id !== row.id && !changed.has(id)

  return {
    loadEqual: async (rows) => {
      for (const [rule, known] of equalRows) known.inDatabase = await readEqual(trx, module, rule, rows)
    },
    hasEqual: async (given, row) => {
      const rule = rulesByName.get(formatRuleName(given)) ?? given
      const known = equalRows.get(rule)
      const key = toUniqueKey(module, rule, row)
      let stored = known?.inDatabase.get(key)
      stored ??= (await readEqual(trx, module, rule, [row])).get(key)
      const inFile = known?.inFile.get(key) ?? []
      return [...(stored ?? [])].some(isOther(row)) || [...inFile].some((id) => id !== row.id)
    },
    hasOverlapping: async (rule, row) => {
      const [from, to] = [String(row[rule.from]), String(row[rule.to])]
      const stored = (await readOverlapping(trx, module, rule, row)).some(isOther(row))
      const inFile = spans.get(rule)?.get(spanKey(rule, row)) ?? []
      return stored || inFile.some((span) => span.id !== row.id && span.from < to && span.to > from)
    },
    listOverlapping: async (rule, row) => {
      const stored = await readOverlaps(trx, module, rule, row)
      const byPlace = placed.get(rule)
      const inFile = listPlaces(rule, row).flatMap((place) => byPlace?.get(place) ?? [])
      const isAtOnce = (other: RowWithId) =>
        other.id !== row.id &&
        toInstant(String(other[rule.from])) < toInstant(String(row[rule.to])) &&
        toInstant(String(other[rule.to])) > toInstant(String(row[rule.from]))
      return [...stored.filter(({ id }) => isOther(row)(id)), ...new Set(inFile.filter(isAtOnce))]
    },
    countReferencing: async (rule, target, row) => {
      const stored = (await listUses(trx, module, rule, target)).filter(isOther(row))
      const inFile = [...(takers.get(rule)?.get(target) ?? [])].filter((id) => id !== row.id)
      return stored.length + inFile.length
    },
    accept: (row) => {
      changed.add(row.id)
      for (const [rule, { inFile }] of equalRows) {
        if (!isConstrained(module, rule.where, row) || rule.fields.some((name) => isEmpty(row[name])))
          continue
        const key = toUniqueKey(module, rule, row)
        inFile.set(key, (inFile.get(key) ?? new Set()).add(row.id))
      }
      for (const [rule, bySame] of spans) {
        const named = [...rule.same, rule.from, rule.to]
        if (!isConstrained(module, rule.where, row) || named.some((name) => isEmpty(row[name]))) continue
        const span = { id: row.id, from: String(row[rule.from]), to: String(row[rule.to]) }
        bySame.set(spanKey(rule, row), [...(bySame.get(spanKey(rule, row)) ?? []), span])
      }
      for (const [rule, byPlace] of placed) {
        if (!hasPlace(module, rule, row)) continue
        const kept = { ...pick(row, [...rule.relations, rule.from, rule.to, ...titleFields]), id: row.id }
        for (const place of listPlaces(rule, row)) byPlace.set(place, [...(byPlace.get(place) ?? []), kept])
      }
      for (const [rule, byTarget] of takers) {
        if (!isConstrained(module, rule.where, row)) continue
        for (const target of toIds(row[rule.relation]))
          byTarget.set(target, (byTarget.get(target) ?? new Set()).add(row.id))
      }
    },
  }
}

function pick(row: RowWithId, keys: readonly string[]): Values {
  return Object.fromEntries(keys.map((key) => [key, row[key]]))
}

/** Rules are new objects in each call; their fields and conditions identify them. */
function formatRuleName({ fields, where }: UniqueRule): string {
  return JSON.stringify([fields, where ?? []])
}

function spanKey(rule: ExclusionRule, row: RowWithId): string {
  return JSON.stringify(rule.same.map((key) => row[key]))
}

/** Values as columns hold them, so that rows of the file and of the database compare. */
function toUniqueKey({ definition }: ServerModule, { fields }: UniqueRule, row: RowWithId): string {
  const stored = fields.flatMap((key) => {
    const field = definition.fields[key]
    return field ? Object.values(encodeField(key, field, row[key])) : []
  })
  return JSON.stringify(stored)
}

async function readEqual(
  trx: WriteContext['trx'],
  module: ServerModule,
  rule: UniqueRule,
  rows: readonly RowWithId[],
): Promise<Map<string, Set<string>>> {
  // A value of the wrong type is not compared: no database takes an object for a text.
  const isComparable = (row: RowWithId) => (name: string) =>
    !isEmpty(row[name]) && hasShape(module.definition.fields[name], row[name])
  const compared = rows.filter((row) => rule.fields.every(isComparable(row)))
  const found = new Map(compared.map((row) => [toUniqueKey(module, rule, row), new Set<string>()]))
  if (found.size === 0) return found
  const { name, fields } = module.definition
  const columns = rule.fields.flatMap((key) =>
    Object.keys(fields[key] ? encodeField(key, fields[key], null) : {}),
  )
  const lists = [...found.keys()].map((key) => JSON.parse(key) as Stored[])
  const conditions = [
    sql`${sql.ref(`${name}.deleted_at`)} is null`,
    matchesAnyOf(moduleTables(trx), name, columns, lists),
    ...toIndexedWhere(trx, rule.where),
  ]
  const { rows: stored } = await sql<StoredRow>`
    select ${sql.join(['id', ...columns].map((column) => sql.ref(`${name}.${column}`)))} from ${sql.id(name)}
    where ${sql.join(conditions, sql` and `)}`.execute(trx)
  for (const row of stored) found.get(storedKey(row, columns, lists[0] ?? []))?.add(String(row['id']))
  return found
}

async function readOverlapping(
  trx: WriteContext['trx'],
  module: ServerModule,
  rule: ExclusionRule,
  row: RowWithId,
): Promise<string[]> {
  const { name } = module.definition
  const tables = moduleTables(trx)
  return readIds(trx, name, [
    ...rule.same.map((key) => equals(tables, module, key, row[key])),
    sql`${sql.ref(`${name}.${rule.from}`)} < ${row[rule.to]}`,
    sql`${sql.ref(`${name}.${rule.to}`)} > ${row[rule.from]}`,
    ...toWhere(trx, module, rule.where),
  ])
}

async function readIds(
  trx: WriteContext['trx'],
  table: string,
  conditions: readonly SqlCondition[],
): Promise<string[]> {
  const alive = sql`${sql.ref(`${table}.deleted_at`)} is null`
  const where = sql.join([alive, ...conditions], sql` and `)
  const { rows } = await sql<StoredRow>`select "id" from ${sql.id(table)} where ${where}`.execute(trx)
  return rows.map((row) => String(row['id']))
}
