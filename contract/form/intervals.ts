import { overlaps, type Interval } from '../time.ts'
import { findField, type FindRelatedRow, type FormShape, type Values } from './form-shape.ts'

/** The time of a related row. */
export interface RelatedInterval extends Interval {
  /** Id of the row. */
  id: string
}

/**
 * Lists the intervals of the rows that a field names, each row once. Skips unknown rows and rows without times or with
 * an empty interval.
 */
export function getIntervals(
  shape: FormShape,
  key: string,
  values: Values,
  related: FindRelatedRow,
): RelatedInterval[] {
  const module = findField(shape, key)?.relation?.module
  if (module === undefined) return []
  return toIds(values[key]).flatMap((id) => {
    const { starts_at, ends_at } = related(module, id) ?? {}
    const hasTimes = typeof starts_at === 'string' && typeof ends_at === 'string' && starts_at < ends_at
    return hasTimes ? [{ id, starts_at, ends_at }] : []
  })
}

/** Returns whether any two of the intervals overlap. */
export function hasOverlap(intervals: readonly Interval[]): boolean {
  return intervals.some((interval, index) =>
    intervals.slice(index + 1).some((other) => overlaps(interval, other)),
  )
}

/** Lists the distinct ids in a relation's value, one or several. */
export function toIds(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && id !== ''))]
}
