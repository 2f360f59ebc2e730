import type { ForumSetting } from '#contract/forum.ts'

/** Calendar dates around the forum, in its own zone: a calendar date belongs to no other. */
export type ForumDays = Pick<ForumSetting, 'startsOn' | 'endsOn'>

const dayMs = 86_400_000

/** A calendar date so many days later, or earlier. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** The date is one of the forum's own; what is no date yet is nothing to warn about. */
export function isForumDay(date: unknown, { startsOn, endsOn }: ForumDays): boolean {
  return !isDate(date) || (startsOn <= date && date <= endsOn)
}

/** The days in which people come and go: this many before and after the forum. */
const marginDays = 7

/** First and last sensible date of a stay. */
export function stayDays({ startsOn, endsOn }: ForumDays): { min: string; max: string } {
  return { min: addDays(startsOn, -marginDays), max: addDays(endsOn, marginDays) }
}

/** The date is near the forum; one far from it is likely a slip of the finger, and no fault. */
export function isNearForum(date: unknown, days: ForumDays): boolean {
  const { min, max } = stayDays(days)
  return !isDate(date) || (min <= date && date <= max)
}

const isDate = (date: unknown): date is string => typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date)
