import type { FieldCondition } from '../conditions.ts'
import { listConditionFields } from '../rules.ts'
import { findField, isMultiValued, type FindRelatedRow, type FormShape, type Values } from './form-shape.ts'
import { matchesAllConditions } from './matches.ts'

/** The order of {@link getConditionalOrder}, by the `fields` object of a form: definitions never change. */
const orderByFields = new WeakMap<FormShape['fields'], readonly string[]>()

/**
 * Lists the hidden fields: those with visibility conditions of which none is met. Conditions treat hidden fields as
 * empty.
 */
export function listHiddenFields(
  shape: FormShape,
  values: Values,
  related: FindRelatedRow,
): ReadonlySet<string> {
  const hidden = new Set<string>()
  const order = getConditionalOrder(shape)
  if (order.length === 0) return hidden
  // Fields not yet decided count as empty, so that two fields that depend on each other stay hidden in any order.
  const decidedValues = { ...values, ...Object.fromEntries(order.map((key) => [key, null])) }
  for (const key of order) {
    const isShown = listVisibilityConditions(shape, key).some(({ when }) =>
      matchesAllConditions(shape, when, decidedValues, related),
    )
    if (isShown) decidedValues[key] = values[key]
    else hidden.add(key)
  }
  return hidden
}

/** Returns whether the field is shown for these values. */
export function isVisible(shape: FormShape, key: string, values: Values, related: FindRelatedRow): boolean {
  return !listHiddenFields(shape, values, related).has(key)
}

/** Returns whether the field must have a value: it is shown, and required always or by a condition that is met. */
export function isRequired(shape: FormShape, key: string, values: Values, related: FindRelatedRow): boolean {
  const hidden = listHiddenFields(shape, values, related)
  return !hidden.has(key) && isRequiredWhenShown(shape, key, emptyFields(shape, values, hidden), related)
}

/** Returns the values without those of hidden fields. */
export function removeHiddenFields(shape: FormShape, values: Values, related: FindRelatedRow): Values {
  return emptyFields(shape, values, listHiddenFields(shape, values, related))
}

/** Returns the values with empty values for the hidden fields. */
function emptyFields(shape: FormShape, values: Values, hidden: ReadonlySet<string>): Values {
  if (hidden.size === 0) return values
  const emptyValues = [...hidden].map((key) => {
    const field = findField(shape, key)
    return [key, field && isMultiValued(field) ? [] : null]
  })
  return { ...values, ...Object.fromEntries(emptyValues) } as Values
}

/** Returns whether a shown field must have a value. Hidden values must be removed before. */
export function isRequiredWhenShown(
  shape: FormShape,
  key: string,
  values: Values,
  related: FindRelatedRow,
): boolean {
  const field = findField(shape, key)
  if (!field) return false
  if (field.required) return true
  return (field.conditions ?? []).some(
    ({ set, when }) => set.required === true && matchesAllConditions(shape, when, values, related),
  )
}

/** Lists the fields with visibility conditions, each after the fields that it depends on. */
function getConditionalOrder(shape: FormShape): readonly string[] {
  let order = orderByFields.get(shape.fields)
  if (!order) orderByFields.set(shape.fields, (order = sortByDependency(shape)))
  return order
}

/** Visits the fields that a field depends on before the field itself. */
function sortByDependency(shape: FormShape): string[] {
  const orderedKeys = new Set<string>()
  const visited = new Set<string>()
  const visit = (key: string): void => {
    if (visited.has(key)) return
    visited.add(key)
    const conditions = listVisibilityConditions(shape, key)
    if (conditions.length === 0) return
    for (const { when } of conditions) when.flatMap(listConditionFields).forEach(visit)
    orderedKeys.add(key)
  }
  Object.keys(shape.fields).forEach(visit)
  return [...orderedKeys]
}

/** Lists the conditions of a field that show it; a field without any is always shown. */
function listVisibilityConditions(shape: FormShape, key: string): FieldCondition[] {
  return (findField(shape, key)?.conditions ?? []).filter((condition) => condition.set.shown)
}
