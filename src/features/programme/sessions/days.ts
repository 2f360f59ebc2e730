import type { Programme } from './programme.ts'

const msPerDay = 86_400_000

/** Maximum length of a forum in days; a longer span in the setting is a typing error. */
const maxForumDays = 31

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
 * Chooses the initial day: the requested one, else today when it is a forum day, else the first.
 * @param today `YYYY-MM-DD` in the forum's time zone
 */
export function chooseDay(days: readonly string[], requested: string | undefined, today: string): string {
  if (requested && days.includes(requested)) return requested
  return days.includes(today) ? today : (days[0] ?? today)
}

/**
 * Finds the nearest day with sessions, later days first.
 * @returns undefined when that is `day` itself, or when there is none
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
