import type { Kysely } from 'kysely'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import type { Localized } from '#contract/locale.ts'
import { settings } from '#contract/modules/settings.ts'
import { formatDateInTimeZone, getZoneOffsetMinutes } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { readRows, upsertRows } from '#server/engine/write/write-rows.ts'
import type { ImportedConference, ImportedSchedule } from './schedule.ts'
import { findTimeZone } from './times.ts'

/**
 * Updates the setting `forum` from a conference: name, dates and time zone. City and venue are cleared when the file
 * has none, because those of another forum would be wrong. Name and zone stay when it has none.
 */
export async function adoptConference(
  trx: Kysely<Tables>,
  schedule: ImportedSchedule,
  now: string | Date,
): Promise<void> {
  const [row] = await readRows(trx, settings, { name: 'forum' })
  const currentSetting = (row?.['value'] as ForumSetting | undefined) ?? forumSetting
  const value = toForumSetting(schedule, currentSetting)
  const id = row?.id ?? 'forum'
  await upsertRows(trx, settings, [{ id, name: 'forum', value, is_public: true }], { now })
}

/** Reads the setting `forum` from the database. */
export async function findForumSetting(kysely: Kysely<Tables>): Promise<ForumSetting | undefined> {
  const [row] = await readRows(kysely, settings, { name: 'forum' })
  return row?.['value'] as ForumSetting | undefined
}

/** Longer sessions are exhibitions or errors, and do not define the forum's last day. */
const maxSessionMs = 7 * 86_400_000

/** Creates the setting `forum` from a file. Dates that the file does not name are those of its first and last session. */
export function toForumSetting(schedule: ImportedSchedule, currentSetting: ForumSetting): ForumSetting {
  const { title, city, venue, startsOn, endsOn } = schedule.conference
  const starts = schedule.sessions.map(({ startsAt }) => startsAt).toSorted()
  const ends = schedule.sessions.map(({ startsAt, endsAt }) =>
    Date.parse(endsAt) - Date.parse(startsAt) > maxSessionMs ? startsAt : endsAt,
  )
  const timeZone = findForumZone(schedule.conference, currentSetting) ?? currentSetting.timeZone
  const toDate = (instant: string | undefined): string | undefined =>
    instant && formatDateInTimeZone(instant, timeZone)
  return {
    ...currentSetting,
    name: title === '' ? currentSetting.name : toLocalized(title),
    shortName: title === '' ? currentSetting.shortName : toLocalized(title),
    city: toLocalized(city),
    venue: toLocalized(venue),
    timeZone,
    startsOn: startsOn ?? toDate(starts[0]) ?? currentSetting.startsOn,
    endsOn: endsOn ?? toDate(ends.toSorted().at(-1)) ?? currentSetting.endsOn,
  }
}

/**
 * Finds the zone in which the app shows the times as the file has them. This is the zone of the file. A file with only
 * offsets gets a zone that has these offsets at these times, in this order: the forum's, the product's default, a
 * whole-hour zone, any other, the offset itself. Without offsets the forum's zone stays.
 * @returns undefined when no zone has the offsets of the file
 */
export function findForumZone(
  { timeZone, offsets }: ImportedConference,
  currentSetting: ForumSetting,
): string | undefined {
  if (timeZone !== null) return timeZone
  const hasAllOffsets = (zone: string): boolean =>
    offsets.every(({ minutes, firstAt, lastAt }) =>
      [firstAt, lastAt].every((instant) => hasOffset(zone, instant, minutes)),
    )
  const preferredZones = [
    currentSetting.timeZone,
    forumSetting.timeZone,
    formatHoursZone(offsets[0]?.minutes ?? 0),
  ]
  // Browsers before 2024 reject a zone `+05:30`, so named zones come first.
  const candidateZones = [
    ...preferredZones,
    ...Intl.supportedValuesOf('timeZone'),
    formatOffsetZone(offsets[0]?.minutes ?? 0),
  ]
  return candidateZones.find(hasAllOffsets)
}

function hasOffset(zone: string, instant: string, minutes: number): boolean {
  return findTimeZone(zone) !== null && getZoneOffsetMinutes(Date.parse(instant), zone) === minutes
}

/**
 * Names a zone with one fixed offset: `Etc/GMT-8` is eight hours east. Without whole hours the name belongs to no zone,
 * which the caller skips.
 */
function formatHoursZone(minutes: number): string {
  return minutes === 0 ? 'UTC' : `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`
}

/** Formats an offset as a zone of its own: `+05:30`. */
function formatOffsetZone(minutes: number): string {
  const parts = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`
}

/** Uses the conference's name in every language. */
function toLocalized(text: string): Localized {
  return { 'zh-CN': text, en: text }
}
