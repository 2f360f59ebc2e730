/**
 * Wall time in the forum's zone, whatever the device's zone. Instants are sent as ISO 8601 in UTC with whole seconds,
 * `2023-09-06T02:00:00Z`.
 */

const msPerMinute = 60_000
const msPerHour = 3_600_000

/**
 * Zones whose offset has not changed since an instant. These need no `Intl.DateTimeFormat`, whose creation would delay
 * each start by 10 ms, and by 40 ms on a slow phone. China has had no summer time since 1991.
 */
const steadyZones: Readonly<Record<string, { minutes: number; sinceMs: number }>> = {
  'Asia/Shanghai': { minutes: 480, sinceMs: Date.UTC(1992, 0, 1) },
}

/** A zone that is only an offset, such as `+05:30`. Not every browser's Intl supports these. */
const fixedOffset = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/

/** By zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()
/** Offsets in minutes by zone and half hour. Times of a forum fall into a few hundred, so none is removed. */
const offsets = new Map<string, number>()

function getFormatter(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/**
 * Returns the offset of a zone from UTC at an instant, in minutes, east positive. Offsets are cached by half hours: Intl
 * is too slow for a thousand sessions, and zones change their offset only at a full or half hour of UTC.
 * @throws RangeError when the zone is unknown
 */
export function getZoneOffsetMinutes(instantMs: number, zone: string): number {
  const fixed = fixedOffset.exec(zone)
  // `-1` or `+1`, times the minutes.
  if (fixed) return Number(`${fixed[1]}1`) * (Number(fixed[2]) * 60 + Number(fixed[3]))
  const steady = steadyZones[zone]
  if (steady && instantMs >= steady.sinceMs) return steady.minutes
  const halfHour = Math.floor(instantMs / (msPerHour / 2))
  const key = `${zone} ${halfHour}`
  const cachedOffset = offsets.get(key)
  if (cachedOffset !== undefined) return cachedOffset
  const halfHourMs = halfHour * (msPerHour / 2)
  const parts: Record<string, number> = {}
  for (const part of getFormatter(zone).formatToParts(halfHourMs)) parts[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const offset = (Date.UTC(year, month - 1, day, hour, minute, second) - halfHourMs) / msPerMinute
  offsets.set(key, offset)
  return offset
}

/**
 * Returns the wall time of an instant in a zone, as a Date whose UTC getters return it (for dayjs.utc and the like).
 * @param instant ISO 8601 text or milliseconds since 1970
 */
export function toZonedTime(instant: string | number, zone: string): Date {
  const ms = typeof instant === 'number' ? instant : Date.parse(instant)
  return new Date(ms + getZoneOffsetMinutes(ms, zone) * msPerMinute)
}

/** Formats the calendar date `YYYY-MM-DD` of an instant in a zone. */
export function formatDateInTimeZone(instant: string | number, zone: string): string {
  return toZonedTime(instant, zone).toISOString().slice(0, 10)
}

/** Formats the wall time `HH:MM` of an instant in a zone. */
export function formatTimeInTimeZone(instant: string | number, zone: string): string {
  return toZonedTime(instant, zone).toISOString().slice(11, 16)
}

/**
 * Converts a wall time in a zone to an instant in ISO 8601.
 * @param wallTime `YYYY-MM-DDTHH:MM[:SS]` without zone
 */
export function fromZonedTime(wallTime: string, zone: string): string {
  /** The wall time as if the zone were UTC. */
  const asUtcMs = Date.parse(`${wallTime}Z`)
  const guess = asUtcMs - getZoneOffsetMinutes(asUtcMs, zone) * msPerMinute
  // The first offset is that of the wall time taken as UTC, which may be on the other side of a change of the clock.
  const exact = asUtcMs - getZoneOffsetMinutes(guess, zone) * msPerMinute
  return toInstant(exact)
}

/** Returns the minutes since midnight of a time of day `HH:MM[:SS]`; NaN for other values. */
export function parseMinutesOfDay(time: unknown): number {
  const parts = typeof time === 'string' ? /^(\d\d):(\d\d)/.exec(time) : null
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : Number.NaN
}

/** Formats an instant as it is stored and sent: ISO 8601 in UTC with whole seconds. */
export function toInstant(time: number | string | Date): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

/** A half-open interval between two instants, or between two numbers of one unit. */
export interface Interval<Time extends string | number = string> {
  starts_at: Time
  ends_at: Time
}

/** Returns whether two intervals overlap. Ends that touch do not overlap. */
export function overlaps<Time extends string | number>(a: Interval<Time>, b: Interval<Time>): boolean {
  return a.starts_at < b.ends_at && b.starts_at < a.ends_at
}

/** Name of the `Server-Timing` entry with the server's time, sent with a page that carries data. */
export const pageTimeEntry = 'now'
/** Name of a second `Server-Timing` entry: the server's clock is set for a demonstration, not to the real time. */
export const demonstrationEntry = 'demonstration'
