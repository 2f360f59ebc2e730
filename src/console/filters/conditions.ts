import type { FilterItem, FilterScalar, Operator } from '#contract/filters.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { getFieldType } from '../field-types/index.ts'

/** One condition of a filter form, which `FilterSheet` edits. */
export interface FilterCondition {
  /** Key of the field. */
  param: string
  op: Operator
  /** Values as text: two for `between`, any number for `in` and `nin`, one for other operators. */
  values: readonly string[]
}

/** Alternatives: a row matches a group that has one condition which it meets. A row must match all groups. */
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
    const [firstItem, ...ors] = group.filter(isComplete).map(toItem)
    return firstItem ? [ors.length > 0 ? { ...firstItem, ors } : firstItem] : []
  })
}

/** Operators whose value is a list. */
const multiValueOperators = new Set<Operator>(['in', 'nin', 'between'])

function toItem({ param, op, values }: FilterCondition): FilterItem {
  return { param, op, value: multiValueOperators.has(op) ? values : (values[0] ?? '') }
}

/** Whether a condition has all values that its operator needs. */
function isComplete({ op, values }: FilterCondition): boolean {
  const filledValues = values.filter((value) => value !== '')
  return op === 'between' ? filledValues.length === 2 : filledValues.length > 0
}

/**
 * Lists the operators that a form offers for a field. `in` and `nin` are for types whose values are chosen.
 */
export function listOperators({ type, operators }: FieldMetadata): Operator[] {
  const { hasChoices = false } = getFieldType(type)
  return operators.filter((op) => {
    if (op === 'in' || op === 'nin') return hasChoices
    // `in` with one value already means equal.
    if (op === 'eq' || op === 'ne') return !hasChoices
    return true
  })
}

/** Creates the first condition of a field, with the operator that suits its type best. */
export function createCondition(metadata: ModuleMetadata, param: string): FilterCondition {
  const field = metadata.fields[param]
  const operators = field ? listOperators(field) : []
  // Choices, then texts, then numbers and times.
  const preferredOperator = (['in', 'like', 'between', 'eq'] as const).find((op) => operators.includes(op))
  return { param, op: preferredOperator ?? operators[0] ?? 'eq', values: [] }
}

/** Lists the keys of the fields that a list can be filtered by, those of its columns first. */
export function listFilterableFields({ fields, views }: ModuleMetadata): string[] {
  const columns = views.columns.map(({ field }) => field)
  return [...new Set([...columns, ...Object.keys(fields)])].filter((key) => {
    const field = fields[key]
    return field?.surfaces.filter && listOperators(field).length > 0
  })
}
