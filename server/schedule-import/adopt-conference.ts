import type { Kysely } from 'kysely'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import type { Localized } from '#contract/locale.ts'
import { settings } from '#contract/modules/settings.ts'
import { formatDateInTimeZone, zoneOffsetMinutes } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { readRows, upsertRows } from '#server/engine/write/write-rows.ts'
import type { ImportedConference, ImportedSchedule } from './schedule.ts'
import { findTimeZone } from './times.ts'

/**
 * Makes a conference the forum: name, dates and time zone of the setting `forum` come from the file. City and venue are
 * emptied when the file has none, since those of another forum would be wrong; name and zone stay when it has none.
 */
export async function adoptConference(
  trx: Kysely<Tables>,
  schedule: ImportedSchedule,
  now: string | Date,
): Promise<void> {
  const [row] = await readRows(trx, settings, { name: 'forum' })
  const before = (row?.['value'] as ForumSetting | undefined) ?? forumSetting
  const value = toForumSetting(schedule, before)
  const id = row?.id ?? 'forum'
  await upsertRows(trx, settings, [{ id, name: 'forum', value, is_public: true }], { now })
}

/** The forum's setting as the database has it. */
export async function findForumSetting(kysely: Kysely<Tables>): Promise<ForumSetting | undefined> {
  const [row] = await readRows(kysely, settings, { name: 'forum' })
  return row?.['value'] as ForumSetting | undefined
}

/** A session that lasts longer than this is an exhibition or a slip, and says nothing of the forum's last day. */
const longestMs = 7 * 86_400_000

/** The setting `forum` that a file leads to. */
export function toForumSetting(schedule: ImportedSchedule, before: ForumSetting): ForumSetting {
  const { title, city, venue, startsOn, endsOn } = schedule.conference
  const starts = schedule.sessions.map(({ startsAt }) => startsAt).toSorted()
  const ends = schedule.sessions.map(({ startsAt, endsAt }) =>
    Date.parse(endsAt) - Date.parse(startsAt) > longestMs ? startsAt : endsAt,
  )
  const timeZone = findForumZone(schedule.conference, before) ?? before.timeZone
  const dateOf = (instant: string | undefined): string | undefined =>
    instant && formatDateInTimeZone(instant, timeZone)
  return {
    ...before,
    name: title === '' ? before.name : same(title),
    shortName: title === '' ? before.shortName : same(title),
    city: same(city),
    venue: same(venue),
    timeZone,
    startsOn: startsOn ?? dateOf(starts[0]) ?? before.startsOn,
    endsOn: endsOn ?? dateOf(ends.toSorted().at(-1)) ?? before.endsOn,
  }
}

/**
 * The zone in which the forum's clock shows what the file prints: the file's own; where it has only offsets, a zone
 * that has them at these times: the forum's, that of the product, whole hours by name, any, the offset itself. A file
 * without offsets says nothing: the forum's stays.
 * @returns undefined when no zone has the offsets of the file
 */
export function findForumZone(
  { timeZone, offsets }: ImportedConference,
  before: ForumSetting,
): string | undefined {
  if (timeZone !== null) return timeZone
  const hasAll = (zone: string): boolean =>
    offsets.every(({ minutes, first, last }) =>
      [first, last].every((instant) => hasOffset(zone, instant, minutes)),
    )
  const own = [before.timeZone, forumSetting.timeZone, hoursZone(offsets[0]?.minutes ?? 0)]
  // Browsers before 2024 know no zone `+05:30`: named ones go first.
  const all = [...own, ...Intl.supportedValuesOf('timeZone'), offsetZone(offsets[0]?.minutes ?? 0)]
  return all.find(hasAll)
}

function hasOffset(zone: string, instant: string, minutes: number): boolean {
  return findTimeZone(zone) !== null && zoneOffsetMinutes(Date.parse(instant), zone) === minutes
}

/** A zone of one offset for all times, which has a name where the hours are whole: `Etc/GMT-8` is eight hours east. */
function hoursZone(minutes: number): string {
  return minutes === 0 ? 'UTC' : `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`
}

function offsetZone(minutes: number): string {
  const parts = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`
}

/** A conference's own name is its name in every language. */
function same(text: string): Localized {
  return { 'zh-CN': text, en: text }
}
