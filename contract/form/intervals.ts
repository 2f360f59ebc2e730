import { findField, type FindRelatedRow, type FormShape, type Values } from './form-shape.ts'

/** Id and times (instants) of a related row. */
export interface Interval {
  id: string
  starts_at: string
  ends_at: string
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
): Interval[] {
  const module = findField(shape, key)?.relation?.module
  if (module === undefined) return []
  return toIds(values[key]).flatMap((id) => {
    const { starts_at, ends_at } = related(module, id) ?? {}
    const hasTimes = typeof starts_at === 'string' && typeof ends_at === 'string' && starts_at < ends_at
    return hasTimes ? [{ id, starts_at, ends_at }] : []
  })
}

/** Returns whether two of the intervals overlap. Ends that only touch do not overlap. */
export function hasOverlap(intervals: readonly Interval[]): boolean {
  const sorted = intervals.toSorted((a, b) =>
    a.starts_at < b.starts_at ? -1 : Number(a.starts_at > b.starts_at),
  )
  let latestEnd = ''
  return sorted.some((interval) => {
    if (interval.starts_at < latestEnd) return true
    latestEnd = interval.ends_at
    return false
  })
}

/** Lists the distinct ids in a relation's value, one or several. */
export function toIds(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && id !== ''))]
}
