import type { Programme } from './programme.ts'

const msPerDay = 86_400_000

/** A forum is a matter of days; a longer span in the setting is a typing error and makes no tabs. */
const longestForumDays = 31

function datesBetween(first: string, last: string): string[] {
  const dates: string[] = []
  const lastMs = Date.parse(`${last}T00:00:00Z`)
  for (let ms = Date.parse(`${first}T00:00:00Z`); ms <= lastMs; ms += msPerDay) {
    dates.push(new Date(ms).toISOString().slice(0, 10))
    if (dates.length > longestForumDays) return []
  }
  return dates
}

/**
 * The forum's days, `YYYY-MM-DD`, in order: those with sessions and those of the forum's setting. An imported schedule
 * may lie months away from the setting; then only the days with sessions count.
 */
export function listDays(programme: Programme, forum: { startsOn: string; endsOn: string }): string[] {
  const withSessions = [...new Set(programme.items.map((item) => item.day))]
  const announced = datesBetween(forum.startsOn, forum.endsOn)
  if (withSessions.length === 0) return announced
  const meet = announced.some((day) => withSessions.includes(day))
  return [...new Set(meet ? [...withSessions, ...announced] : withSessions)].toSorted()
}

/**
 * The day that a screen opens with: the one asked for, else today when it is one of the forum's days, else the first.
 * @param today `YYYY-MM-DD` in the forum's zone
 */
export function chooseDay(days: readonly string[], asked: string | undefined, today: string): string {
  if (asked && days.includes(asked)) return asked
  return days.includes(today) ? today : (days[0] ?? today)
}

/**
 * The nearest day that has something to show, later days first: where the sessions are that a filter leaves.
 * @returns undefined when that is the day itself, or none
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
