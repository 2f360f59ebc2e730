import { dateIn, instantOf, toInstant } from '#contract/time.ts'

const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * The instant of a date with time. An offset in the text is kept to; a text without one is wall time in `zone`.
 * @returns nothing when it is no such date, or has neither offset nor zone
 */
export function parseInstant(text: string, zone: string | null): string | undefined {
  const parts = moment.exec(text.trim())
  if (!parts) return undefined
  const [, date = '', minutes = '', seconds = '00', offset] = parts
  const wall = `${date}T${minutes}:${seconds}`
  if (!isWallTime(wall)) return undefined
  if (offset === undefined) return zone === null ? undefined : instantOf(wall, zone)
  const ms = Date.parse(`${wall}${isoOffset(offset)}`)
  return Number.isNaN(ms) ? undefined : toInstant(ms)
}

/** The calendar date of `2023-09-05` or of a date with time, the latter in `zone` when that is known. */
export function parseDate(text: string, zone: string | null): string | null {
  const date = text.trim().slice(0, 10)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !isWallTime(`${date}T00:00:00`)) return null
  const instant = text.trim().length > 10 ? parseInstant(text, zone) : undefined
  return instant === undefined || zone === null ? date : dateIn(instant, zone)
}

/** `2025-02-30` and `24:30` parse as other times in JavaScript; here they are none. */
function isWallTime(wall: string): boolean {
  const ms = Date.parse(`${wall}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(wall)
}

function isoOffset(offset: string): string {
  if (offset.toUpperCase() === 'Z') return 'Z'
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  return `${offset[0] ?? '+'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** An offset that times of a file are written with, and the first and last instant that it stands beside. */
export interface WrittenOffset {
  /** From UTC, east positive. */
  minutes: number
  first: string
  last: string
}

/** The offsets of written times, in the order of the file; none for times without an offset. */
export function writtenOffsets(
  times: readonly { written: string; instant: string | undefined }[],
): WrittenOffset[] {
  const offsets = new Map<number, WrittenOffset>()
  for (const { written, instant } of times) {
    const minutes = writtenOffsetMinutes(written)
    if (minutes === null || instant === undefined) continue
    const { first, last } = offsets.get(minutes) ?? { first: instant, last: instant }
    offsets.set(minutes, {
      minutes,
      first: instant < first ? instant : first,
      last: instant > last ? instant : last,
    })
  }
  return [...offsets.values()]
}

function writtenOffsetMinutes(text: string): number | null {
  const offset = moment.exec(text.trim())?.[4]
  if (offset === undefined) return null
  if (offset.toUpperCase() === 'Z') return 0
  const [hours = 0, minutes = 0] = isoOffset(offset).slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** What a duration of three parts begins with. */
export type ThreeParts = 'hours first' | 'days first'

const clock = /^(?:(\d+):)?(\d+):(\d{2})(?::(\d{2}))?$/
/** XML Schema writes every component; a year and a month have no certain length, so there they are zero. */
const iso =
  /^P(?:0+Y)?(?:0+M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?)?$/

/**
 * Milliseconds of a duration: `HH:MM`, `HH:MM:SS`, `D:HH:MM:SS`, ISO 8601 and XML Schema (`PT1H30M`), or minutes as a
 * number.
 * @param threeParts what `1:02:03` means: hours, minutes and seconds, or days, hours and minutes
 * @returns nothing when it is none of these
 */
export function parseDurationMs(text: string, threeParts: ThreeParts = 'hours first'): number | undefined {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed)) return Number(trimmed) * 60_000
  const parts = clock.exec(trimmed)
  if (parts) return clockMs(trimmed.split(':').map(Number), threeParts)
  const found = iso.exec(trimmed)
  if (!found || trimmed.length < 3) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  return ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/** Two parts are hours and minutes, four have days before and seconds behind. */
function clockMs(parts: readonly number[], threeParts: ThreeParts): number {
  const hasDays = parts.length === 4 || (parts.length === 3 && threeParts === 'days first')
  const [days, hours, minutes, seconds] = hasDays ? parts : [0, ...parts]
  return ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000
}

/** The end of a span, or nothing when the duration leads out of the calendar. */
export function instantAfter(startsAt: string, durationMs: number): string | undefined {
  const ms = Date.parse(startsAt) + durationMs
  return Math.abs(ms) <= 8.64e15 && ms < Date.UTC(10_000, 0) ? toInstant(ms) : undefined
}

/** The zone under its own name, or null when there is no such zone. */
export function findTimeZone(name: string): string | null {
  try {
    return name === '' ? null : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
