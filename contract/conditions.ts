import type { FilterItem, FilterScalar, Operator } from './filters.ts'

/**
 * Condition that two of the rows that a field names overlap in time. The rows have `starts_at` and `ends_at`.
 * Times that only touch do not overlap.
 */
export interface OverlapCondition {
  /** A field that names several rows. */
  overlapping: string
}

/** Condition on a row's values: an item of the filter language, or {@link OverlapCondition}. */
export type Condition = FilterItem | OverlapCondition

/** Sets properties of a field while all conditions in `when` are met. */
export interface FieldCondition {
  when: readonly Condition[]
  /**
   * `shown`: a field with such conditions is hidden unless one of them is met. Hidden fields are not stored.
   * `required`: the field must have a value.
   */
  set: { shown?: true; required?: true }
}

/** `is('vehicle', 'fly')`: the field has this value, or its list contains it. */
export function is(param: string, value: FilterScalar): FilterItem {
  return { param, op: 'eq', value }
}

/** `isOneOf('vehicle', ['fly', 'train'])`. */
export function isOneOf(param: string, value: readonly FilterScalar[]): FilterItem {
  return { param, op: 'in', value }
}

/** The field has none of the values, or no value. */
export function isNoneOf(param: string, value: readonly FilterScalar[]): FilterItem {
  return { param, op: 'nin', value }
}

/** The field has a value. */
export function isPresent(param: string): FilterItem {
  return { param, op: 'empty' satisfies Operator, value: false }
}

/** The field has no value. */
export function isAbsent(param: string): FilterItem {
  return { param, op: 'empty' satisfies Operator, value: true }
}

/** Two of the rows that the field names take place at the same time. */
export function overlapping(field: string): OverlapCondition {
  return { overlapping: field }
}

/** The field is shown, and required, only while all conditions are met. */
export function visibleAndRequiredWhen(...when: Condition[]): FieldCondition {
  return { when, set: { shown: true, required: true } }
}

/** The field is shown only while all conditions are met, and may stay empty. */
export function visibleWhen(...when: Condition[]): FieldCondition {
  return { when, set: { shown: true } }
}

/** The field is always shown, and must have a value while all conditions are met. */
export function requiredWhen(...when: Condition[]): FieldCondition {
  return { when, set: { required: true } }
}
