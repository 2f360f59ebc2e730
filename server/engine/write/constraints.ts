import { sql, type Kysely } from 'kysely'
import type { FieldProblem } from '#contract/envelope.ts'
import type { FilterItem } from '#contract/filters.ts'
import { matchesAll } from '#contract/form/matches.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { UniqueRule } from '#contract/module-definition.ts'
import { workAlone } from '#server/db/alone.ts'
import { encodeField } from '../codec.ts'
import { toCondition, type Condition } from '../filter-sql.ts'
import { moduleTables, toDialectValue, type ModuleTables } from '../module-tables.ts'
import type { CapacityRule, ExclusionRule, ServerModule } from '../server-module.ts'
import { allFields } from './find-row.ts'
import type { RelatedRows } from './related-rows.ts'
import type { WriteContext } from './write-context.ts'

/** A row to hold against the module's other rows. */
export interface Candidate {
  before: Values | undefined
  after: Values & { readonly id: string }
  /** Fields that the caller gave. */
  given: ReadonlySet<string>
}

/**
 * What other rows forbid: values that are taken, spans of time that overlap, places that are all gone. Each question is
 * asked by one transaction after the other, so that the answer still holds when this one is committed.
 */
export async function findConstraintProblems(
  context: WriteContext,
  module: ServerModule,
  candidate: Candidate,
  related: RelatedRows,
): Promise<FieldProblem[]> {
  const { definition, exclusions = [], capacities = [] } = module
  const uniques: UniqueRule[] = [
    ...(definition.uniques ?? []),
    ...Object.entries(definition.fields)
      .filter(([key, field]) => field.unique && key !== 'id')
      .map(([key]) => ({ fields: [key], key: 'field.taken' })),
  ]
  const problems: FieldProblem[] = []
  for (const rule of uniques) problems.push(...(await uniqueProblems(context, module, candidate, rule)))
  for (const rule of exclusions) problems.push(...(await exclusionProblems(context, module, candidate, rule)))
  for (const rule of capacities)
    problems.push(...(await capacityProblems(context, module, candidate, rule, related)))
  return problems
}

/** True when the row counts for a rule, before or after the write. */
function counts(
  module: ServerModule,
  where: readonly FilterItem[] | undefined,
  row: Values | undefined,
): boolean {
  return row !== undefined && matchesAll(module.definition, where ?? [], row, () => undefined)
}

async function uniqueProblems(
  { trx }: WriteContext,
  module: ServerModule,
  { before, after, given }: Candidate,
  { fields, where, key }: UniqueRule,
): Promise<FieldProblem[]> {
  const isSame = before && fields.every((name) => isEqual(before[name], after[name]))
  if (isSame && counts(module, where, before)) return []
  if (!counts(module, where, after) || fields.some((name) => isEmpty(after[name]))) return []
  const conditions = fields.map((name) => equals(moduleTables(trx), module, name, after[name]))
  if (!(await hasOther(trx, module, after.id, [...conditions, ...whereOf(trx, module, where)]))) return []
  return [{ path: fields.find((name) => given.has(name)) ?? '', key }]
}

async function exclusionProblems(
  { trx }: WriteContext,
  module: ServerModule,
  { after }: Candidate,
  rule: ExclusionRule,
): Promise<FieldProblem[]> {
  const named = [...rule.same, rule.from, rule.to]
  if (!counts(module, rule.where, after) || named.some((name) => isEmpty(after[name]))) return []
  const { name } = module.definition
  await workAlone(trx, `${name} ${rule.same.map((key) => String(after[key])).join(' ')}`)
  const conditions = [
    ...rule.same.map((key) => equals(moduleTables(trx), module, key, after[key])),
    sql`${sql.ref(`${name}.${rule.from}`)} < ${after[rule.to]}`,
    sql`${sql.ref(`${name}.${rule.to}`)} > ${after[rule.from]}`,
    ...whereOf(trx, module, rule.where),
  ]
  return (await hasOther(trx, module, after.id, conditions)) ? [{ path: rule.path, key: rule.key }] : []
}

/** Only places that this write takes are asked for: whoever has one keeps it. */
async function capacityProblems(
  { trx }: WriteContext,
  module: ServerModule,
  { before, after }: Candidate,
  rule: CapacityRule,
  related: RelatedRows,
): Promise<FieldProblem[]> {
  const field = module.definition.fields[rule.relation]
  if (!field?.relation || !counts(module, rule.where, after)) return []
  const had = new Set(counts(module, rule.where, before) ? idsOf(before?.[rule.relation]) : [])
  const target = field.relation.module
  const problems: FieldProblem[] = []
  for (const [index, id] of idsOf(after[rule.relation]).entries()) {
    const limit = related.find(target, id)?.[rule.limit]
    if (had.has(id) || typeof limit !== 'number') continue
    await workAlone(trx, `places of ${target} ${id}`)
    const scope = {
      kysely: moduleTables(trx),
      table: module.definition.name,
      fields: allFields(module.definition),
    }
    const taken = await countOthers(trx, module, after.id, [
      toCondition(scope, { param: rule.relation, op: 'eq', value: id }),
      ...whereOf(trx, module, rule.where),
    ])
    const path = field.relation.many ? `${rule.relation}.${index}` : rule.relation
    if (taken >= limit) problems.push({ path, key: rule.key })
  }
  return problems
}

function whereOf(
  trx: WriteContext['trx'],
  { definition }: ServerModule,
  where: readonly FilterItem[] = [],
): Condition[] {
  const scope = { kysely: moduleTables(trx), table: definition.name, fields: allFields(definition) }
  return where.map((item) => toCondition(scope, item))
}

function equals(
  tables: Kysely<ModuleTables>,
  { definition }: ServerModule,
  key: string,
  value: unknown,
): Condition {
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

async function hasOther(
  trx: WriteContext['trx'],
  module: ServerModule,
  id: string,
  conditions: readonly Condition[],
): Promise<boolean> {
  return (await countOthers(trx, module, id, conditions)) > 0
}

async function countOthers(
  trx: WriteContext['trx'],
  { definition: { name } }: ServerModule,
  id: string,
  conditions: readonly Condition[],
): Promise<number> {
  const own = [sql`${sql.ref(`${name}.deleted_at`)} is null`, sql`${sql.ref(`${name}.id`)} <> ${id}`]
  const where = sql.join([...own, ...conditions], sql` and `)
  const { rows } = await sql<{
    rows: number | string
  }>`select count(*) as rows from ${sql.id(name)} where ${where}`.execute(trx)
  return Number(rows[0]?.rows ?? 0)
}

function idsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string')
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** Values of the wire, whatever the order of an object's keys. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null, sortKeys) === JSON.stringify(b ?? null, sortKeys)
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
