import { type Locale, type Localized, selectLocalizedText } from '#contract/locale.ts'
import type { ForumSetting } from '#contract/forum.ts'
import { formatTimeInTimeZone, toZonedTime, zoneOffsetMinutes } from '#contract/time.ts'

/** A text in both languages of the forum. */
export function text(zh: string, en: string): Localized {
  return { 'zh-CN': zh, en }
}

/** The text in a language, or in the one there is. */
export function textIn(value: Partial<Localized> | null | undefined, locale: Locale): string {
  return selectLocalizedText(value, locale).text
}

/** Characters that a description of a page may have: more are cut off wherever it is shown. */
const descriptionCharacters = 200

/** The beginning of a text on one line, whole words of Latin script kept. */
export function shorten(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= descriptionCharacters) return line
  const cut = characters.slice(0, descriptionCharacters).join('')
  return `${cut.replace(/\s[^\s\p{Script=Han}]*$/u, '')}…`
}

/** The parts that there are, joined. */
export const joinWords = (parts: readonly (string | undefined)[], by = ' · '): string =>
  parts.filter(Boolean).join(by)

const tags = { 'zh-CN': 'zh-CN', en: 'en-GB' } as const satisfies Record<Locale, string>

/** An instant in the forum's zone with its offset, as schema.org wants it: `2023-09-06T10:00:00+08:00`. */
export function withOffset(instant: string, zone: string): string {
  const minutes = zoneOffsetMinutes(Date.parse(instant), zone)
  const away = Math.abs(minutes)
  const offset = `${minutes < 0 ? '-' : '+'}${two(away / 60)}:${two(away % 60)}`
  return toZonedTime(instant, zone).toISOString().slice(0, 19) + offset
}

/** First and last day of the forum in words: `5–7 September 2023`, `2023年9月5日至7日`. */
export function forumDays({ startsOn, endsOn }: ForumSetting, locale: Locale): string {
  const format = new Intl.DateTimeFormat(tags[locale], { dateStyle: 'long', timeZone: 'UTC' })
  // Some versions of ICU set thin spaces around the dash.
  if (locale === 'en')
    return format.formatRange(new Date(startsOn), new Date(endsOn)).replace(/(?<=\d)\s*–\s*(?=\d)/, '–')
  const [first, last] = [format.format(new Date(startsOn)), format.format(new Date(endsOn))]
  if (first === last) return first
  // Chinese has no range of its own among those of Intl: what both dates share is said once.
  const shared = startsOn.slice(0, 7) === endsOn.slice(0, 7) ? /^.*月/ : /^.*年/
  const isSameYear = startsOn.slice(0, 4) === endsOn.slice(0, 4)
  return `${first}至${isSameYear ? last.replace(shared, '') : last}`
}

/** Day and times of a session in words: `6 September 2023, 10:00–10:30`. */
export function sessionTimes(startsAt: string, endsAt: string, zone: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(tags[locale], { dateStyle: 'long', timeZone: 'UTC' })
  const day = format.format(toZonedTime(startsAt, zone))
  const span = `${formatTimeInTimeZone(startsAt, zone)}–${formatTimeInTimeZone(endsAt, zone)}`
  return locale === 'en' ? `${day}, ${span}` : `${day} ${span}`
}

const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0')
