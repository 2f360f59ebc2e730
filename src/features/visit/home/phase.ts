import type { ForumSetting } from '#contract/forum.ts'
import { formatDateInTimeZone, fromZonedTime } from '#contract/time.ts'

/** The phase of the forum, counted in its time zone. */
export type Phase =
  /** Calendar days to the first day. */
  | { kind: 'before'; days: number }
  /** The last 24 hours before the opening. */
  | { kind: 'soon'; hours: number; minutes: number }
  /** `day` counts from 1; `days` is the number of days of the forum. */
  | { kind: 'during'; day: number; days: number }
  | { kind: 'after' }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Finds the phase of the forum.
 * @param nowMs current time in milliseconds
 * @param opensAt start of the first programme item; without it the first day counts from midnight
 */
export function findPhase(
  forum: Pick<ForumSetting, 'startsOn' | 'endsOn' | 'timeZone'>,
  nowMs: number,
  opensAt?: string | null,
): Phase {
  const { startsOn, endsOn, timeZone } = forum
  const today = formatDateInTimeZone(nowMs, timeZone)
  if (today > endsOn) return { kind: 'after' }
  const msToOpening = findOpeningMs(forum, opensAt) - nowMs
  if (msToOpening <= 0)
    return { kind: 'during', day: daysBetween(startsOn, today) + 1, days: daysBetween(startsOn, endsOn) + 1 }
  if (msToOpening >= dayMs) return { kind: 'before', days: daysBetween(today, startsOn) }
  // Rounds up, so that "0 minutes" is never shown before the start.
  const minutes = Math.ceil(msToOpening / minuteMs)
  return { kind: 'soon', hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** Returns when the forum opens. A first item on another day than the forum's first day is ignored. */
function findOpeningMs(
  { startsOn, timeZone }: Pick<ForumSetting, 'startsOn' | 'timeZone'>,
  opensAt: string | null | undefined,
): number {
  if (opensAt && formatDateInTimeZone(opensAt, timeZone) === startsOn) return Date.parse(opensAt)
  return Date.parse(fromZonedTime(`${startsOn}T00:00`, timeZone))
}

/** Returns the days from one date (`2023-09-05`) to another. */
function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/** What {@link findNowAndNext} reads of a session. At its end, it is over. */
interface TimedItem {
  startMs: number
  endMs: number
}

/** Maximum number of sessions in each list; the agenda has the rest. */
const maxShown = 4

/**
 * Finds the current sessions and those of the next start time, on any day.
 * @param items in the order of their starts
 * @returns `nextMs`: start of the next sessions; undefined when none follow
 */
export function findNowAndNext<Item extends TimedItem>(
  items: readonly Item[],
  nowMs: number,
): { now: Item[]; next: Item[]; nextMs: number | undefined } {
  const now = items.filter((item) => item.startMs <= nowMs && nowMs < item.endMs)
  const nextMs = items.find((item) => item.startMs > nowMs)?.startMs
  const next = items.filter((item) => item.startMs === nextMs)
  return { now: now.slice(0, maxShown), next: next.slice(0, maxShown), nextMs }
}
