import { findField, type FindRelatedRow, type FormShape, type Values } from './form-shape.ts'

/** When a row takes place that a field names. */
export interface Interval {
  id: string
  starts_at: string
  ends_at: string
}

/**
 * The spans of time of the rows that a field names, each row once. A row that is not known or has no times takes no
 * part, and one that ends as it begins shares no moment with any.
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
export function hasOverlap(spans: readonly Interval[]): boolean {
  const sorted = spans.toSorted((a, b) =>
    a.starts_at < b.starts_at ? -1 : Number(a.starts_at > b.starts_at),
  )
  let latestEnd = ''
  return sorted.some((span) => {
    if (span.starts_at < latestEnd) return true
    latestEnd = span.ends_at
    return false
  })
}

/** Lists the distinct ids in a relation's value, one or several. */
export function toIds(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && id !== ''))]
}
