import type { FieldCondition } from '../conditions.ts'
import { listConditionFields } from '../rules.ts'
import { findField, isMultiValued, type FindRelatedRow, type FormShape, type Values } from './form-shape.ts'
import { matchesAllConditions } from './matches.ts'

const orders = new WeakMap<FormShape['fields'], readonly string[]>()

/**
 * Lists the hidden fields: those with conditions for being shown, of which none holds. Tests see a hidden field as
 * empty.
 */
export function listHiddenFields(
  shape: FormShape,
  values: Values,
  related: FindRelatedRow,
): ReadonlySet<string> {
  const hidden = new Set<string>()
  const order = orderOf(shape)
  if (order.length === 0) return hidden
  // Fields not yet decided count as empty, so that two fields that depend on each other stay hidden in any order.
  const decided = { ...values, ...Object.fromEntries(order.map((key) => [key, null])) }
  for (const key of order) {
    const isIn = shownConditions(shape, key).some(({ when }) =>
      matchesAllConditions(shape, when, decided, related),
    )
    if (isIn) decided[key] = values[key]
    else hidden.add(key)
  }
  return hidden
}

/** Returns whether the field is shown for these values. */
export function isVisible(shape: FormShape, key: string, values: Values, related: FindRelatedRow): boolean {
  return !listHiddenFields(shape, values, related).has(key)
}

/** Returns whether the field must have a value: it is shown, and is required always or by a condition that holds. */
export function isRequired(shape: FormShape, key: string, values: Values, related: FindRelatedRow): boolean {
  const hidden = listHiddenFields(shape, values, related)
  return !hidden.has(key) && isNeeded(shape, key, without(shape, values, hidden), related)
}

/** Returns the values without those of hidden fields. */
export function removeHiddenFields(shape: FormShape, values: Values, related: FindRelatedRow): Values {
  return without(shape, values, listHiddenFields(shape, values, related))
}

/** Does the same for known hidden fields. */
function without(shape: FormShape, values: Values, hidden: ReadonlySet<string>): Values {
  if (hidden.size === 0) return values
  const emptied = [...hidden].map((key) => {
    const field = findField(shape, key)
    return [key, field && isMultiValued(field) ? [] : null]
  })
  return { ...values, ...Object.fromEntries(emptied) } as Values
}

/** Returns whether a shown field must have a value. Hidden values must be removed before. */
export function isNeeded(shape: FormShape, key: string, values: Values, related: FindRelatedRow): boolean {
  const field = findField(shape, key)
  if (!field) return false
  if (field.required) return true
  return (field.conditions ?? []).some(
    ({ set, when }) => set.required === true && matchesAllConditions(shape, when, values, related),
  )
}

/** Lists the fields with such conditions, each after the fields that it depends on. */
function orderOf(shape: FormShape): readonly string[] {
  let order = orders.get(shape.fields)
  if (!order) orders.set(shape.fields, (order = sortByNeed(shape)))
  return order
}

function sortByNeed(shape: FormShape): string[] {
  const placed = new Set<string>()
  const visited = new Set<string>()
  const visit = (key: string): void => {
    if (visited.has(key)) return
    visited.add(key)
    const conditions = shownConditions(shape, key)
    if (conditions.length === 0) return
    for (const { when } of conditions) when.flatMap(listConditionFields).forEach(visit)
    placed.add(key)
  }
  Object.keys(shape.fields).forEach(visit)
  return [...placed]
}

function shownConditions(shape: FormShape, key: string): FieldCondition[] {
  return (findField(shape, key)?.conditions ?? []).filter((condition) => condition.set.shown)
}
