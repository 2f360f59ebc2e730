import type { ForumSetting } from '#contract/forum.ts'

/** Calendar dates of the forum, in its own time zone. */
export type ForumDays = Pick<ForumSetting, 'startsOn' | 'endsOn'>

const dayMs = 86_400_000

/** Adds days to a calendar date; negative numbers go back. Counts in UTC, where every day has 24 hours. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns whether the date is a day of the forum. True also for a value that is no date yet. */
export function isForumDay(date: unknown, { startsOn, endsOn }: ForumDays): boolean {
  return !isDate(date) || (startsOn <= date && date <= endsOn)
}

/** Arrival and departure are expected within this many days before and after the forum. */
const marginDays = 7

/** Returns the first and last date of a stay that need no warning. */
export function getStayRange({ startsOn, endsOn }: ForumDays): { min: string; max: string } {
  return { min: addDays(startsOn, -marginDays), max: addDays(endsOn, marginDays) }
}

/** Returns whether the date is near the forum. A date far from it is likely a typing error, but valid. */
export function isNearForum(date: unknown, days: ForumDays): boolean {
  const { min, max } = getStayRange(days)
  return !isDate(date) || (min <= date && date <= max)
}

const isDate = (date: unknown): date is string => typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date)
