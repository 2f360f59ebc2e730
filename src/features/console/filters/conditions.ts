import type { FilterItem, FilterScalar, Operator } from '#contract/filters.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'

/** One condition of a filter form; every value is text. */
export interface FilterCondition {
  param: string
  op: Operator
  values: readonly string[]
}

/** Alternatives: one condition of a group must hold. All groups of a list must hold. */
export type FilterGroup = readonly FilterCondition[]

/** Converts filters to groups. Nested alternatives are flattened into one group. */
export function toGroups(filters: readonly FilterItem[]): FilterGroup[] {
  return filters.map(flatten)
}

function flatten(item: FilterItem): FilterCondition[] {
  const { param, op = 'eq', value, ors = [] } = item
  const values = (Array.isArray(value) ? value : [value as FilterScalar]).map(String)
  return [{ param, op, values }, ...ors.flatMap(flatten)]
}

/** Converts groups to filters. A condition without a value is left out. */
export function toFilters(groups: readonly FilterGroup[]): FilterItem[] {
  return groups.flatMap((group) => {
    const [first, ...ors] = group.filter(isComplete).map(toItem)
    return first ? [ors.length > 0 ? { ...first, ors } : first] : []
  })
}

/** Operators whose value is a list. */
const multiValueOperators = new Set<Operator>(['in', 'nin', 'between'])

function toItem({ param, op, values }: FilterCondition): FilterItem {
  return { param, op, value: multiValueOperators.has(op) ? values : (values[0] ?? '') }
}

/** Whether a condition has all values that its operator needs. */
function isComplete({ op, values }: FilterCondition): boolean {
  const filled = values.filter((value) => value !== '')
  return op === 'between' ? filled.length === 2 : filled.length > 0
}

/** Types whose values are chosen from a list. */
const choiceTypes = new Set(['enum', 'enum_set', 'relation'])

/**
 * Lists the operators that a form offers for a field. `in` and `nin` are for types whose values are chosen.
 */
export function listOperators({ type, operators }: FieldMetadata): Operator[] {
  const isChosen = choiceTypes.has(type)
  return operators.filter((op) => {
    if (op === 'in' || op === 'nin') return isChosen
    // `in` with one value already means equal.
    if (op === 'eq' || op === 'ne') return !isChosen
    return true
  })
}

/** Creates the first condition of a field, with the operator that suits its type best. */
export function createCondition(metadata: ModuleMetadata, param: string): FilterCondition {
  const field = metadata.fields[param]
  const offered = field ? listOperators(field) : []
  const best = (['in', 'like', 'between', 'eq'] as const).find((op) => offered.includes(op))
  return { param, op: best ?? offered[0] ?? 'eq', values: [] }
}

/** Lists the fields that a list can be filtered by, those of its columns first. */
export function listFilterableFields({ fields, views }: ModuleMetadata): string[] {
  const columns = views.columns.map(({ field }) => field)
  return [...new Set([...columns, ...Object.keys(fields)])].filter((key) => {
    const field = fields[key]
    return field?.surfaces.filter && listOperators(field).length > 0
  })
}
