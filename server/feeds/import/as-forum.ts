import type { Kysely } from 'kysely'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import type { Localized } from '#contract/locale.ts'
import { settings } from '#contract/modules/settings.ts'
import { dateIn, zoneOffsetMinutes } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { readRows, writeRows } from '#server/engine/write-rows.ts'
import type { ImportedConference, ImportedSchedule } from './schedule.ts'
import { findTimeZone } from './times.ts'

/**
 * Makes a conference the forum: name, dates and time zone of the setting `forum` come from the file. City and venue are
 * emptied when the file has none, since those of another forum would be wrong; name and zone stay when it has none.
 */
export async function makeForum(
  trx: Kysely<Tables>,
  schedule: ImportedSchedule,
  now: string | Date,
): Promise<void> {
  const [row] = await readRows(trx, settings, { name: 'forum' })
  const before = (row?.['value'] as ForumSetting | undefined) ?? forumSetting
  const value = toForumSetting(schedule, before)
  const id = row?.id ?? 'forum'
  await writeRows(trx, settings, [{ id, name: 'forum', value, is_public: true }], { now })
}

/** The forum's setting as the database has it. */
export async function findForumSetting(kysely: Kysely<Tables>): Promise<ForumSetting | undefined> {
  const [row] = await readRows(kysely, settings, { name: 'forum' })
  return row?.['value'] as ForumSetting | undefined
}

/** The setting `forum` that a file leads to. */
export function toForumSetting(schedule: ImportedSchedule, before: ForumSetting): ForumSetting {
  const { title, city, venue, startsOn, endsOn } = schedule.conference
  const starts = schedule.sessions.map(({ startsAt }) => startsAt).toSorted()
  const ends = schedule.sessions.map(({ endsAt }) => endsAt).toSorted()
  const timeZone = zoneOf(schedule.conference, before, starts[0])
  const dateOf = (instant: string | undefined): string | undefined => instant && dateIn(instant, timeZone)
  return {
    ...before,
    name: title === '' ? before.name : same(title),
    shortName: title === '' ? before.shortName : same(title),
    city: same(city),
    venue: same(venue),
    timeZone,
    startsOn: startsOn ?? dateOf(starts[0]) ?? before.startsOn,
    endsOn: endsOn ?? dateOf(ends.at(-1)) ?? before.endsOn,
  }
}

/**
 * The file's zone. Where it has only offsets, a zone that has this offset at the first session: the forum's own, that
 * of the product, else one of the sea's (`Etc/GMT-8` is eight hours east).
 */
function zoneOf(
  { timeZone, utcOffsetMinutes: offset }: ImportedConference,
  before: ForumSetting,
  firstStart: string | undefined,
): string {
  if (timeZone !== null) return timeZone
  if (offset === null || firstStart === undefined) return before.timeZone
  const candidates = [before.timeZone, forumSetting.timeZone]
  const hours = offset / 60
  if (Number.isInteger(hours))
    candidates.push(hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`)
  const fits = (zone: string): boolean =>
    findTimeZone(zone) !== null && zoneOffsetMinutes(Date.parse(firstStart), zone) === offset
  return candidates.find(fits) ?? before.timeZone
}

/** A conference's own name is its name in every language. */
function same(text: string): Localized {
  return { 'zh-CN': text, en: text }
}
