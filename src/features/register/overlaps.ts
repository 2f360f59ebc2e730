import { overlaps } from '#contract/time.ts'

/** Something with a place in the programme. */
export interface TimedItem {
  id: string
  starts_at?: string | null
  ends_at?: string | null
}

/** Those of the others that take place at the same time; ends that touch do not clash. */
export function findOverlapping<Other extends TimedItem>(one: TimedItem, others: readonly Other[]): Other[] {
  return others.filter(
    (other) => other.id !== one.id && isTimed(one) && isTimed(other) && overlaps(one, other),
  )
}

/** Those of the picks that take place at the same time as another of them: among these a priority is asked for (T34). */
export function listOverlappingChoices<Pick extends TimedItem>(picks: readonly Pick[]): Pick[] {
  return picks.filter((pick) => findOverlapping(pick, picks).length > 0)
}

function isTimed(span: TimedItem): span is { id: string; starts_at: string; ends_at: string } {
  return typeof span.starts_at === 'string' && typeof span.ends_at === 'string'
}
