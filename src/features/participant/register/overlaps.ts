import { overlaps } from '#contract/time.ts'

/** Something with a time in the programme. */
export interface TimedItem {
  id: string
  starts_at?: string | null
  ends_at?: string | null
}

/** Returns the others that overlap in time. Intervals that only touch do not overlap. */
export function findOverlapping<Other extends TimedItem>(one: TimedItem, others: readonly Other[]): Other[] {
  return others.filter(
    (other) => other.id !== one.id && isTimed(one) && isTimed(other) && overlaps(one, other),
  )
}

/** Returns the picks that overlap another pick: among these the form asks for a priority. */
export function listOverlappingChoices<Pick extends TimedItem>(picks: readonly Pick[]): Pick[] {
  return picks.filter((pick) => findOverlapping(pick, picks).length > 0)
}

function isTimed(item: TimedItem): item is { id: string; starts_at: string; ends_at: string } {
  return typeof item.starts_at === 'string' && typeof item.ends_at === 'string'
}
