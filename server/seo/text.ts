import { type Locale, type Localized, selectLocalizedText } from '#contract/locale.ts'
import type { ForumSetting } from '#contract/forum.ts'
import { formatTimeInTimeZone, toZonedTime, getZoneOffsetMinutes } from '#contract/time.ts'

/** Creates a text in both languages of the forum. */
export function createText(zh: string, en: string): Localized {
  return { 'zh-CN': zh, en }
}

/** Selects the text in a language, or the one that exists. */
export function selectText(value: Partial<Localized> | null | undefined, locale: Locale): string {
  return selectLocalizedText(value, locale).text
}

/** Maximum characters of a page description. Search engines and apps cut longer ones. */
const descriptionCharacters = 200

/** Cuts a text to one line and keeps whole Latin words. */
export function shorten(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= descriptionCharacters) return line
  const truncated = characters.slice(0, descriptionCharacters).join('')
  // Drops the last word, which may be cut. Chinese text has no blanks and is cut between characters.
  return `${truncated.replace(/\s[^\s\p{Script=Han}]*$/u, '')}…`
}

/** Joins the segments that are not empty. */
export const joinSegments = (segments: readonly (string | undefined)[], separator = ' · '): string =>
  segments.filter(Boolean).join(separator)

/** Tags for Intl. `en-GB` puts the day before the month. */
const languageTags = { 'zh-CN': 'zh-CN', en: 'en-GB' } as const satisfies Record<Locale, string>

/** Formats an instant in the forum's zone with its offset, as schema.org requires: `2023-09-06T10:00:00+08:00`. */
export function formatWithOffset(instant: string, zone: string): string {
  const minutes = getZoneOffsetMinutes(Date.parse(instant), zone)
  const absoluteMinutes = Math.abs(minutes)
  const offset = `${minutes < 0 ? '-' : '+'}${padTwoDigits(absoluteMinutes / 60)}:${padTwoDigits(absoluteMinutes % 60)}`
  return toZonedTime(instant, zone).toISOString().slice(0, 19) + offset
}

/** Formats the days of the forum: `5–7 September 2023`, `2023年9月5日至7日`. */
export function formatForumDays({ startsOn, endsOn }: ForumSetting, locale: Locale): string {
  const format = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone: 'UTC' })
  // Some versions of ICU put thin spaces around the dash.
  if (locale === 'en')
    return format.formatRange(new Date(startsOn), new Date(endsOn)).replace(/(?<=\d)\s*–\s*(?=\d)/, '–')
  const [firstDay, lastDay] = [format.format(new Date(startsOn)), format.format(new Date(endsOn))]
  if (firstDay === lastDay) return firstDay
  // Intl has no short Chinese range, so the common part of both dates is removed from the second.
  const sharedPart = startsOn.slice(0, 7) === endsOn.slice(0, 7) ? /^.*月/ : /^.*年/
  const isSameYear = startsOn.slice(0, 4) === endsOn.slice(0, 4)
  return `${firstDay}至${isSameYear ? lastDay.replace(sharedPart, '') : lastDay}`
}

/** Formats day and times of a session: `6 September 2023, 10:00–10:30`. */
export function formatSessionTimes(startsAt: string, endsAt: string, zone: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone: 'UTC' })
  const day = format.format(toZonedTime(startsAt, zone))
  const timeRange = `${formatTimeInTimeZone(startsAt, zone)}–${formatTimeInTimeZone(endsAt, zone)}`
  return locale === 'en' ? `${day}, ${timeRange}` : `${day} ${timeRange}`
}

const padTwoDigits = (value: number): string => String(Math.trunc(value)).padStart(2, '0')
