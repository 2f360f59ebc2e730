import { overlaps } from '#contract/time.ts'
import type { Programme, ProgrammeItem } from './programme.ts'

/** A cancelled session overlaps nothing. */
const takesPlace = (item: ProgrammeItem) => item.row.state !== 'cancelled'

/**
 * Finds the overlapping sessions, by session id. Sessions without an overlap are absent. Intervals that only touch do
 * not overlap.
 * @param items in the order of their starts
 */
export function findOverlaps(items: readonly ProgrammeItem[]): Map<string, ProgrammeItem[]> {
  const overlapsById = new Map<string, ProgrammeItem[]>()
  const addOverlap = (session: ProgrammeItem, other: ProgrammeItem) =>
    overlapsById.set(session.id, [...(overlapsById.get(session.id) ?? []), other])
  const running: ProgrammeItem[] = []
  for (const item of items.filter(takesPlace)) {
    for (const other of running) {
      if (!overlaps(item.row, other.row)) continue
      addOverlap(other, item)
      addOverlap(item, other)
    }
    running.push(item)
  }
  return overlapsById
}

/** Lists the other sessions during a session, in the order of the programme. */
export function listConcurrentSessions(programme: Programme, item: ProgrammeItem): ProgrammeItem[] {
  return programme.items.filter(
    (other) => other.id !== item.id && takesPlace(other) && overlaps(other.row, item.row),
  )
}
