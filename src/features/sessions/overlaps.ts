import { overlaps } from '#contract/time.ts'
import type { Programme, ProgrammeItem } from './programme.ts'

/** Sessions that take place. A cancelled one disturbs nobody's plan. */
const takesPlace = (item: ProgrammeItem) => item.row.state !== 'cancelled'

/**
 * Which of the given sessions run at the same time as which others of them. Sessions without a clash are not in the
 * map. Ends that touch do not clash.
 * @param items in the order of their starts
 */
export function findOverlaps(items: readonly ProgrammeItem[]): Map<string, ProgrammeItem[]> {
  const clashes = new Map<string, ProgrammeItem[]>()
  const note = (of: ProgrammeItem, other: ProgrammeItem) =>
    clashes.set(of.id, [...(clashes.get(of.id) ?? []), other])
  const running: ProgrammeItem[] = []
  for (const item of items.filter(takesPlace)) {
    for (const other of running) {
      if (!overlaps(item.row, other.row)) continue
      note(other, item)
      note(item, other)
    }
    running.push(item)
  }
  return clashes
}

/** The other sessions that run during a session, in the programme's order. */
export function listConcurrentSessions(programme: Programme, item: ProgrammeItem): ProgrammeItem[] {
  return programme.items.filter(
    (other) => other.id !== item.id && takesPlace(other) && overlaps(other.row, item.row),
  )
}
