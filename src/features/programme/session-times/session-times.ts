import { useEffect, useState } from 'react'
import { overlaps } from '#contract/time.ts'
import { serverClock } from '#platform/server-clock.ts'
import type { Programme, ProgrammeItem, Track } from '#features/programme/sessions'

/** Whether a session is over, running or upcoming. The style sheets use these names as `data-moment`. */
export type TimeState = 'past' | 'now' | 'next'

/** @param nowMs `-Infinity` makes every session upcoming */
export function getTimeState(item: { startMs: number; endMs: number }, nowMs: number): TimeState {
  if (item.endMs <= nowMs) return 'past'
  return item.startMs <= nowMs ? 'now' : 'next'
}

/** Sessions with the same start. */
export interface StartGroup {
  startMs: number
  items: ProgrammeItem[]
}

/** Groups sessions, which are in the order of their starts, by start. */
export function groupByStart(items: readonly ProgrammeItem[]): StartGroup[] {
  const groups: StartGroup[] = []
  for (const item of items) {
    const lastGroup = groups.at(-1)
    if (lastGroup?.startMs === item.startMs) lastGroup.items.push(item)
    else groups.push({ startMs: item.startMs, items: [item] })
  }
  return groups
}

/**
 * Returns the index of the group before which the "now" line belongs; after the last one when it equals their number.
 * @returns undefined before the first start and after the last end
 */
export function findNowIndex(groups: readonly StartGroup[], nowMs: number): number | undefined {
  const firstGroup = groups[0]
  if (!firstGroup || nowMs < firstGroup.startMs) return undefined
  const areAllOver = groups.every((group) => group.items.every((item) => item.endMs <= nowMs))
  if (areAllOver) return undefined
  const nextIndex = groups.findIndex((group) => group.startMs > nowMs)
  return nextIndex < 0 ? groups.length : nextIndex
}

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
  const earlierItems: ProgrammeItem[] = []
  for (const item of items.filter(takesPlace)) {
    for (const earlier of earlierItems) {
      if (!overlaps(item.row, earlier.row)) continue
      addOverlap(earlier, item)
      addOverlap(item, earlier)
    }
    earlierItems.push(item)
  }
  return overlapsById
}

/** Lists the other sessions during a session, in the order of the programme. */
export function listConcurrentSessions(programme: Programme, item: ProgrammeItem): ProgrammeItem[] {
  return programme.items.filter(
    (other) => other.id !== item.id && takesPlace(other) && overlaps(other.row, item.row),
  )
}

/** A track that is a sub-forum: it has a numeral and a span of time. */
type SubForum = Track & { starts_at: string; ends_at: string }

/**
 * Finds the sub-forums of starred sessions that overlap each other as a whole, in the organisers' order. The
 * registration form asks which of them has priority. Cancelled sessions do not count.
 */
export function findSubForumClashes(starred: readonly ProgrammeItem[]): SubForum[] {
  const tracks = new Map<string, SubForum>()
  for (const { row, track } of starred)
    if (row.state !== 'cancelled' && isSubForum(track)) tracks.set(track.id, track)
  const subForums = [...tracks.values()].toSorted((a, b) => a.position - b.position)
  return subForums.filter((one) => subForums.some((other) => other !== one && overlaps(one, other)))
}

function isSubForum(track: Track | undefined): track is SubForum {
  return Boolean(track?.code && track.starts_at && track.ends_at)
}

const msPerDay = 86_400_000

/** Maximum length of a forum in days; a longer span in the setting is a typing error. */
const maxForumDays = 31

/** Lists the dates from the first to the last; none when there would be more than {@link maxForumDays}. */
function listDates(first: string, last: string): string[] {
  const dates: string[] = []
  const lastMs = Date.parse(`${last}T00:00:00Z`)
  for (let ms = Date.parse(`${first}T00:00:00Z`); ms <= lastMs; ms += msPerDay) {
    dates.push(new Date(ms).toISOString().slice(0, 10))
    if (dates.length > maxForumDays) return []
  }
  return dates
}

/**
 * Lists the forum's days, `YYYY-MM-DD`, in order: those with sessions and those of the forum's setting.
 * When an imported schedule and the setting have no day in common, only the days with sessions count.
 */
export function listDays(programme: Programme, forum: { startsOn: string; endsOn: string }): string[] {
  const daysWithSessions = [...new Set(programme.items.map((item) => item.day))]
  const forumDays = listDates(forum.startsOn, forum.endsOn)
  if (daysWithSessions.length === 0) return forumDays
  const isOverlapping = forumDays.some((day) => daysWithSessions.includes(day))
  return [...new Set(isOverlapping ? [...daysWithSessions, ...forumDays] : daysWithSessions)].toSorted()
}

/**
 * Chooses the day on screen: the requested one, else today when it is a forum day, else the first.
 * @param requested day in the URL; ignored when it is no forum day
 * @param today `YYYY-MM-DD` in the forum's time zone
 */
export function chooseDay(days: readonly string[], requested: string | undefined, today: string): string {
  if (requested && days.includes(requested)) return requested
  return days.includes(today) ? today : (days[0] ?? today)
}

/**
 * Finds the day to offer when `day` has none of the sessions: the next later one with sessions, else the last earlier
 * one.
 * @returns the day with its number of sessions; undefined when `day` has sessions itself, or no day has
 */
export function findNearestDay(
  items: readonly { day: string }[],
  day: string,
): { day: string; count: number } | undefined {
  const days = items.map((item) => item.day)
  if (days.length === 0 || days.includes(day)) return undefined
  const [nearest = ''] = [...days.filter((each) => each > day).toSorted(), ...days.toSorted().toReversed()]
  return { day: nearest, count: days.filter((each) => each === nearest).length }
}

/** The "now" line moves by the minute; half of that is precise enough. */
const stepMs = 30_000

/** Returns the server's time; the device's until a response has set the server's clock. */
const getNowMs = () => serverClock.nowMs() ?? Date.now()

/** Returns the current time in milliseconds, corrected by the server's clock. Renders again twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(getNowMs)
  // The first response may correct the time: then the component renders at once, not half a minute later.
  const latest = getNowMs()
  if (Math.abs(latest - now) > 2 * stepMs) setNow(latest)
  useEffect(() => {
    const timer = setInterval(() => setNow(getNowMs()), stepMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
