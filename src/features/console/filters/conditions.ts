import type { FilterItem, FilterScalar, Operator } from '#contract/filters.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'

/** One condition, as it is typed: every value a text. */
export interface FilterCondition {
  param: string
  op: Operator
  values: readonly string[]
}

/** Conditions of which one is enough. All groups of a list must hold. */
export type FilterGroup = readonly FilterCondition[]

/** The filters of a list as groups; alternatives of alternatives are alternatives. */
export function toGroups(filters: readonly FilterItem[]): FilterGroup[] {
  return filters.map(flatten)
}

function flatten(item: FilterItem): FilterCondition[] {
  const { param, op = 'eq', value, ors = [] } = item
  const values = (Array.isArray(value) ? value : [value as FilterScalar]).map(String)
  return [{ param, op, values }, ...ors.flatMap(flatten)]
}

/** The groups as filters; what has no value yet narrows nothing and is left out. */
export function toFilters(groups: readonly FilterGroup[]): FilterItem[] {
  return groups.flatMap((group) => {
    const [first, ...ors] = group.filter(isComplete).map(toItem)
    return first ? [ors.length > 0 ? { ...first, ors } : first] : []
  })
}

/** Operators whose value is a list. */
const takesMany = new Set<Operator>(['in', 'nin', 'between'])

function toItem({ param, op, values }: FilterCondition): FilterItem {
  return { param, op, value: takesMany.has(op) ? values : (values[0] ?? '') }
}

/** How many values a condition needs before it says anything. */
function isComplete({ op, values }: FilterCondition): boolean {
  const given = values.filter((value) => value !== '')
  return op === 'between' ? given.length === 2 : given.length > 0
}

/** Types whose values are chosen from a list. */
const chosenTypes = new Set(['enum', 'enum_set', 'relation'])

/** The operators that a person is offered for a field: lists of values are chosen, never typed. */
export function offeredOperators({ type, operators }: FieldMetadata): Operator[] {
  const isChosen = chosenTypes.has(type)
  return operators.filter((op) => {
    if (op === 'in' || op === 'nin') return isChosen
    // One of one value is the same as equal.
    if (op === 'eq' || op === 'ne') return !isChosen
    return true
  })
}

/** The condition that a field begins with: what is asked of its type most. */
export function firstCondition(metadata: ModuleMetadata, param: string): FilterCondition {
  const field = metadata.fields[param]
  const offered = field ? offeredOperators(field) : []
  const best = (['in', 'like', 'between', 'eq'] as const).find((op) => offered.includes(op))
  return { param, op: best ?? offered[0] ?? 'eq', values: [] }
}

/** Names of the fields that a list can be filtered by: those that stand in its columns first. */
export function filterable({ fields, views }: ModuleMetadata): string[] {
  const columns = views.columns.map(({ field }) => field)
  return [...new Set([...columns, ...Object.keys(fields)])].filter((key) => {
    const field = fields[key]
    return field?.surfaces.filter && offeredOperators(field).length > 0
  })
}
