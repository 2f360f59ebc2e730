import type { FieldIssue } from '#contract/envelope.ts'
import type { FilterItem } from '#contract/filters.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { UniqueRule } from '#contract/module-definition.ts'
import type { CapacityRule, ExclusionRule, OverlapRule, ServerModule } from '../schema/server-module.ts'
import type { SiblingRows, RowWithId } from './sibling-rows.ts'
import { toIds, listLocationIds } from './related-rows.ts'
import type { RelatedRows } from './related-rows.ts'

/** A row to check against the module's other rows. */
export interface Candidate {
  /** The row before the write; undefined for a new row. */
  before: Values | undefined
  /** The row after the write. */
  after: RowWithId
  /** Keys of the fields in the request. */
  inputFields: ReadonlySet<string>
}

/** Finds conflicts with other rows: unique values in use, overlapping times, and capacities that are exhausted. */
export async function findConstraintIssues(
  siblings: SiblingRows,
  module: ServerModule,
  candidate: Candidate,
  related: RelatedRows,
): Promise<FieldIssue[]> {
  const { exclusions = [], capacities = [] } = module
  const issues: FieldIssue[] = []
  for (const rule of listUniqueRules(module))
    issues.push(...(await findUniqueIssues(siblings, module, candidate, rule)))
  for (const rule of exclusions)
    issues.push(...(await findExclusionIssues(siblings, module, candidate, rule)))
  for (const rule of capacities)
    issues.push(...(await findCapacityIssues({ siblings, related }, module, candidate, rule)))
  return issues
}

/** Lists the rules of a module that forbid equal rows, including unique single fields. */
export function listUniqueRules({ definition }: ServerModule): UniqueRule[] {
  return [
    ...(definition.uniques ?? []),
    ...Object.entries(definition.fields)
      .filter(([key, field]) => field.unique && key !== 'id')
      .map(([key]) => ({ fields: [key], key: 'field.taken' })),
  ]
}

/**
 * True when the row exists and matches the conditions of a rule; without conditions every row matches. Such conditions test
 * the row's own fields only, so no related rows are passed.
 */
export function isConstrained(
  module: ServerModule,
  where: readonly FilterItem[] | undefined,
  row: Values | undefined,
): boolean {
  return row !== undefined && matchesAllConditions(module.definition, where ?? [], row, () => undefined)
}

/** Finds a unique rule that another row violates together with the written one. */
async function findUniqueIssues(
  siblings: SiblingRows,
  module: ServerModule,
  { before, after, inputFields }: Candidate,
  rule: UniqueRule,
): Promise<FieldIssue[]> {
  const { fields, where, key } = rule
  // A value that the row already occupies was checked when it was written.
  const isSame = before && fields.every((name) => isEqual(before[name], after[name]))
  if (isSame && isConstrained(module, where, before)) return []
  if (!isConstrained(module, where, after) || fields.some((name) => hasNoValue(after[name]))) return []
  if (!(await siblings.hasEqual(rule, after))) return []
  // The issue is shown at a field that the caller has filled in; at the whole form (an empty path) when there is none.
  return [{ path: fields.find((name) => inputFields.has(name)) ?? '', key }]
}

/** Finds an exclusion rule that another row violates together with the written one. */
async function findExclusionIssues(
  siblings: SiblingRows,
  module: ServerModule,
  { after }: Candidate,
  rule: ExclusionRule,
): Promise<FieldIssue[]> {
  const ruleFields = [...rule.same, rule.from, rule.to]
  if (!isConstrained(module, rule.where, after) || ruleFields.some((name) => hasNoValue(after[name])))
    return []
  return (await siblings.hasOverlapping(rule, after)) ? [{ path: rule.path, key: rule.key }] : []
}

/** Other rows that a capacity rule reads: those that use a capacity, and the referenced rows with their limits. */
interface CapacityDeps {
  siblings: SiblingRows
  related: RelatedRows
}

/** Finds exhausted capacities. Rows that the row used before the write are not checked: it keeps its place. */
async function findCapacityIssues(
  { siblings, related }: CapacityDeps,
  module: ServerModule,
  { before, after }: Candidate,
  rule: CapacityRule,
): Promise<FieldIssue[]> {
  const field = module.definition.fields[rule.relation]
  if (!field?.relation || !isConstrained(module, rule.where, after)) return []
  const earlierIds = new Set(isConstrained(module, rule.where, before) ? toIds(before?.[rule.relation]) : [])
  const issues: FieldIssue[] = []
  for (const [index, id] of toIds(after[rule.relation]).entries()) {
    const limit = related.find(field.relation.module, id)?.[rule.limit]
    if (earlierIds.has(id) || typeof limit !== 'number') continue
    const useCount = await siblings.countReferencing(rule, id, after)
    const path = field.relation.many ? `${rule.relation}.${index}` : rule.relation
    if (useCount >= limit) issues.push({ path, key: rule.key })
  }
  return issues
}

/** True when an overlap rule applies to a row: it matches the conditions, and has a time and a location. */
export function occupiesLocation(module: ServerModule, rule: OverlapRule, row: Values): boolean {
  const hasTime = !hasNoValue(row[rule.from]) && !hasNoValue(row[rule.to])
  return hasTime && isConstrained(module, rule.where, row) && listLocationIds(rule, row).length > 0
}

/** True for null, undefined and an empty text: rules do not compare such values. */
export function hasNoValue(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** Compares wire values; the order of an object's keys does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null, sortKeys) === JSON.stringify(b ?? null, sortKeys)
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
