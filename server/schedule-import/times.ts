import { formatDateInTimeZone, fromZonedTime, toInstant } from '#contract/time.ts'

const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Parses a date with time. An offset in the text applies; a text without one is wall time in `zone`.
 * @returns undefined when it is no such date, or has neither offset nor zone
 */
export function parseInstant(text: string, zone: string | null): string | undefined {
  const parts = moment.exec(text.trim())
  if (!parts) return undefined
  const [, date = '', minutes = '', seconds = '00', offset] = parts
  const wall = `${date}T${minutes}:${seconds}`
  if (!isWallTime(wall)) return undefined
  if (offset === undefined) return zone === null ? undefined : fromZonedTime(wall, zone)
  const ms = Date.parse(`${wall}${isoOffset(offset)}`)
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
function isWallTime(wall: string): boolean {
  const ms = Date.parse(`${wall}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(wall)
}

function isoOffset(offset: string): string {
  if (offset.toUpperCase() === 'Z') return 'Z'
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  return `${offset[0] ?? '+'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** An offset of times in a file, and the first and last instant that use it. */
export interface WrittenOffset {
  /** Minutes from UTC, east positive. */
  minutes: number
  first: string
  last: string
}

/** Start of an entry. */
export interface WrittenStart {
  instant: string | undefined
  written: string
  /** `HH:MM` at the venue, when the file has it separately. */
  clock?: string | undefined
}

/** Lists the offsets of times in file order. Times without an offset give none. */
export function writtenOffsets(times: readonly WrittenStart[]): WrittenOffset[] {
  const offsets = new Map<number, WrittenOffset>()
  for (const { written, instant, clock: venueClock } of times) {
    const offset = writtenOffsetMinutes(written)
    if (offset === null || instant === undefined) continue
    // For times in UTC, the clock beside them gives the venue's offset.
    const minutes = offset === 0 ? clockOffsetMinutes(instant, venueClock ?? '') : offset
    const { first, last } = offsets.get(minutes) ?? { first: instant, last: instant }
    offsets.set(minutes, {
      minutes,
      first: instant < first ? instant : first,
      last: instant > last ? instant : last,
    })
  }
  return [...offsets.values()]
}

const quarterMinutes = 15
const dayMinutes = 1440
const maxEasternMinutes = 14 * 60

/** Computes the offset of a clock from UTC at an instant; 0 when no zone has such an offset. */
function clockOffsetMinutes(instant: string, venueClock: string): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(venueClock) ?? []
  if (hours === undefined) return 0
  const utc = new Date(instant)
  const ahead = Number(hours) * 60 + Number(minutes) - utc.getUTCHours() * 60 - utc.getUTCMinutes()
  if (ahead % quarterMinutes !== 0) return 0
  const offset = (ahead + dayMinutes) % dayMinutes
  return offset > maxEasternMinutes ? offset - dayMinutes : offset
}

function writtenOffsetMinutes(text: string): number | null {
  const offset = moment.exec(text.trim())?.[4]
  if (offset === undefined) return null
  if (offset.toUpperCase() === 'Z') return 0
  const [hours = 0, minutes = 0] = isoOffset(offset).slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Order of a duration with three parts. */
export type ThreeParts = 'hours first' | 'days first'

const clock = /^(?:\d+:)?\d+:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/
/** Days have no leading zero, and hours after days are below 24. */
const daysFirst = /^[1-9]\d*:(?:[01]?\d|2[0-3]):[0-5]\d$/
/** Minutes as a number, with suffixes that spreadsheets and people add. */
const minutesAlone = /^(\d+)(?:\.0+)?(?:\s*min(?:ute)?s?\.?)?$/i
/** XML Schema writes every component. Years and months have no fixed length, so they must be zero. */
const iso =
  /^P(?:0+Y)?(?:0+M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?)?$/i

/**
 * Parses a duration to milliseconds: `HH:MM`, `HH:MM:SS`, `D:HH:MM:SS`, ISO 8601 and XML Schema (`PT1H30M`), or
 * minutes as a number.
 * @param threeParts meaning of `1:02:03`: hours, minutes and seconds, or days, hours and minutes
 * @returns undefined for any other text
 */
export function parseDurationMs(text: string, threeParts: ThreeParts = 'hours first'): number | undefined {
  const trimmed = text.trim()
  const minutesOnly = minutesAlone.exec(trimmed)
  if (minutesOnly) return Number(minutesOnly[1]) * 60_000
  if (clock.test(trimmed)) {
    const hasDays = threeParts === 'days first' && daysFirst.test(trimmed)
    return clockMs(
      trimmed.split(':').map((part) => Number.parseInt(part, 10)),
      hasDays,
    )
  }
  const found = iso.exec(trimmed)
  if (!found || trimmed.length < 3) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  return ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/** Two parts are hours and minutes. Four have days first and seconds last. */
function clockMs(parts: readonly number[], hasDays: boolean): number {
  const [days, hours, minutes, seconds] = hasDays || parts.length === 4 ? parts : [0, ...parts]
  return ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000
}

/** Adds a duration. @returns undefined when the end is outside of the calendar */
export function addDuration(startsAt: string, durationMs: number): string | undefined {
  const ms = Date.parse(startsAt) + durationMs
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
