import { formatDateInTimeZone, fromZonedTime, toInstant } from '#contract/time.ts'

/** `2023-09-05T10:00:00.000+08:00`; seconds and offset may be absent. */
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Parses a date with time. An offset in the text applies; a text without one is wall time in `zone`.
 * @returns undefined when it is no such date, or has neither offset nor zone
 */
export function parseInstant(text: string, zone: string | null): string | undefined {
  const parts = dateTimePattern.exec(text.trim())
  if (!parts) return undefined
  const [, date = '', hoursAndMinutes = '', seconds = '00', offset] = parts
  const wallTime = `${date}T${hoursAndMinutes}:${seconds}`
  if (!isWallTime(wallTime)) return undefined
  if (offset === undefined) return zone === null ? undefined : fromZonedTime(wallTime, zone)
  const ms = Date.parse(`${wallTime}${toIsoOffset(offset)}`)
  return Number.isNaN(ms) ? undefined : toInstant(ms)
}

/** Parses the calendar date of `2023-09-05` or of a date with time, the latter in `zone` when known. */
export function parseDate(text: string, zone: string | null): string | null {
  const date = text.trim().slice(0, 10)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !isWallTime(`${date}T00:00:00`)) return null
  const instant = text.trim().length > 10 ? parseInstant(text, zone) : undefined
  return instant === undefined || zone === null ? date : formatDateInTimeZone(instant, zone)
}

/** JavaScript parses `2025-02-30` and `24:30` as other times; here they are invalid. */
function isWallTime(wallTime: string): boolean {
  const ms = Date.parse(`${wallTime}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(wallTime)
}

/** Completes an offset: `+08` and `+0800` become `+08:00`. */
function toIsoOffset(offset: string): string {
  if (offset.toUpperCase() === 'Z') return 'Z'
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  return `${offset[0] ?? '+'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** An offset from UTC that times of a file have, and the first and last instant with it. */
export interface UsedOffset {
  /** Minutes from UTC, east positive. */
  minutes: number
  firstAt: string
  lastAt: string
}

/** Start of an entry. */
export interface EntryStart {
  /** Undefined when the text is no valid time. */
  instant: string | undefined
  /** Original text. */
  text: string
  /** `HH:MM` at the venue, when the file has it separately. */
  clock?: string | undefined
}

/** Lists the offsets of times in file order. Times without an offset give none. */
export function listUsedOffsets(times: readonly EntryStart[]): UsedOffset[] {
  const offsets = new Map<number, UsedOffset>()
  for (const { text, instant, clock: venueClock } of times) {
    const offset = parseOffsetMinutes(text)
    if (offset === null || instant === undefined) continue
    // For times in UTC, the clock beside them gives the venue's offset.
    const minutes = offset === 0 ? computeClockOffsetMinutes(instant, venueClock ?? '') : offset
    const { firstAt, lastAt } = offsets.get(minutes) ?? { firstAt: instant, lastAt: instant }
    offsets.set(minutes, {
      minutes,
      firstAt: instant < firstAt ? instant : firstAt,
      lastAt: instant > lastAt ? instant : lastAt,
    })
  }
  return [...offsets.values()]
}

/** All offsets of time zones are multiples. */
const quarterMinutes = 15
const dayMinutes = 1440
/** The easternmost zone, of Kiribati. */
const maxEasternMinutes = 14 * 60

/** Computes the offset of a clock from UTC at an instant; 0 when no zone has such an offset. */
function computeClockOffsetMinutes(instant: string, venueClock: string): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(venueClock) ?? []
  if (hours === undefined) return 0
  const utc = new Date(instant)
  const differenceMinutes =
    Number(hours) * 60 + Number(minutes) - utc.getUTCHours() * 60 - utc.getUTCMinutes()
  if (differenceMinutes % quarterMinutes !== 0) return 0
  const offset = (differenceMinutes + dayMinutes) % dayMinutes
  return offset > maxEasternMinutes ? offset - dayMinutes : offset
}

/** Parses the offset of a date with time, in minutes; null when the text has none. */
function parseOffsetMinutes(text: string): number | null {
  const offset = dateTimePattern.exec(text.trim())?.[4]
  if (offset === undefined) return null
  if (offset.toUpperCase() === 'Z') return 0
  const [hours = 0, minutes = 0] = toIsoOffset(offset).slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Meaning of a duration with three parts, such as `1:02:03`. */
export type DurationOrder = 'hours first' | 'days first'

/** `1:30`, `1:30:00` and `1:01:30:00`. */
const clockPattern = /^(?:\d+:)?\d+:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/
/** Days have no leading zero, and hours after days are below 24. */
const daysFirstPattern = /^[1-9]\d*:(?:[01]?\d|2[0-3]):[0-5]\d$/
/** Minutes as a number, with suffixes that spreadsheets and people add. */
const minutesPattern = /^(\d+)(?:\.0+)?(?:\s*min(?:ute)?s?\.?)?$/i
/** XML Schema writes every component. Years and months have no fixed length, so they must be zero. */
const isoDurationPattern =
  /^P(?:0+Y)?(?:0+M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?)?$/i

/**
 * Parses a duration to milliseconds: `HH:MM`, `HH:MM:SS`, `D:HH:MM:SS`, ISO 8601 and XML Schema (`PT1H30M`), or
 * minutes as a number.
 * @param durationOrder meaning of `1:02:03`: hours, minutes and seconds, or days, hours and minutes
 * @returns undefined for any other text
 */
export function parseDurationMs(
  text: string,
  durationOrder: DurationOrder = 'hours first',
): number | undefined {
  const trimmed = text.trim()
  const minutesOnly = minutesPattern.exec(trimmed)
  if (minutesOnly) return Number(minutesOnly[1]) * 60_000
  if (clockPattern.test(trimmed)) {
    const hasDays = durationOrder === 'days first' && daysFirstPattern.test(trimmed)
    return toClockMs(
      trimmed.split(':').map((part) => Number.parseInt(part, 10)),
      hasDays,
    )
  }
  const isoParts = isoDurationPattern.exec(trimmed)
  // `P` and `PT` alone are no duration.
  if (!isoParts || trimmed.length < 3) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = isoParts
    .slice(1)
    .map((part) => Number(part ?? 0))
  return ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/** Two parts are hours and minutes. Four have days first and seconds last. */
function toClockMs(parts: readonly number[], hasDays: boolean): number {
  const [days, hours, minutes, seconds] = hasDays || parts.length === 4 ? parts : [0, ...parts]
  return ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000
}

/** Adds a duration. @returns undefined when the end is outside of the calendar */
export function addDuration(startsAt: string, durationMs: number): string | undefined {
  const ms = Date.parse(startsAt) + durationMs
  // The last instant of `Date`, and the last year of four digits.
  return Math.abs(ms) <= 8.64e15 && ms < Date.UTC(10_000, 0) ? toInstant(ms) : undefined
}

/** Returns the canonical name of a zone, or null when it does not exist. */
export function findTimeZone(name: string): string | null {
  try {
    return name === '' ? null : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
