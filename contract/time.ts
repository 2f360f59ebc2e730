/**
 * Wall time in the forum's zone, whatever the device's zone. Instants travel as ISO 8601 in UTC with
 * whole seconds, `2023-09-06T02:00:00Z`.
 */

const msPerMinute = 60_000
const msPerHour = 3_600_000

/**
 * Zones whose offset has not changed since an instant. Their offset needs no formatter: a browser takes 10 ms to load
 * the data of the first one, 40 ms on a slow phone, and each start would wait for it. China has had no summer time
 * since 1991.
 */
const steadyZones: Readonly<Record<string, { minutes: number; sinceMs: number }>> = {
  'Asia/Shanghai': { minutes: 480, sinceMs: Date.UTC(1992, 0, 1) },
}

/** A zone that is only an offset, such as `+05:30`. Not every browser's Intl supports these. */
const fixedOffset = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/

const formatters = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

function formatterOf(zone: string): Intl.DateTimeFormat {
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
 * Offset from UTC in minutes that a zone has at an instant, east positive.
 * Remembered by the hour: Intl is too slow for a list of a thousand sessions, and no zone changes within an hour of UTC
 * but at its full or half.
 * @throws RangeError when the zone is unknown
 */
export function zoneOffsetMinutes(instantMs: number, zone: string): number {
  const fixed = fixedOffset.exec(zone)
  if (fixed) return Number(`${fixed[1]}1`) * (Number(fixed[2]) * 60 + Number(fixed[3]))
  const steady = steadyZones[zone]
  if (steady && instantMs >= steady.sinceMs) return steady.minutes
  const halfHour = Math.floor(instantMs / (msPerHour / 2))
  const key = `${zone} ${halfHour}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const wholeMs = halfHour * (msPerHour / 2)
  const parts: Record<string, number> = {}
  for (const part of formatterOf(zone).formatToParts(wholeMs)) parts[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const offset = (Date.UTC(year, month - 1, day, hour, minute, second) - wholeMs) / msPerMinute
  offsets.set(key, offset)
  return offset
}

/**
 * Returns the wall time of an instant in a zone, as a Date whose UTC getters return it (for dayjs.utc and the like).
 * @param instant ISO 8601 text or milliseconds since 1970
 */
export function toZonedTime(instant: string | number, zone: string): Date {
  const ms = typeof instant === 'number' ? instant : Date.parse(instant)
  return new Date(ms + zoneOffsetMinutes(ms, zone) * msPerMinute)
}

/** The calendar date `YYYY-MM-DD` of an instant in a zone. */
export function formatDateInTimeZone(instant: string | number, zone: string): string {
  return toZonedTime(instant, zone).toISOString().slice(0, 10)
}

/** The wall time `HH:MM` of an instant in a zone. */
export function formatTimeInTimeZone(instant: string | number, zone: string): string {
  return toZonedTime(instant, zone).toISOString().slice(11, 16)
}

/**
 * The instant of a wall time in a zone, as ISO 8601 in UTC with whole seconds.
 * @param wall `YYYY-MM-DDTHH:MM[:SS]` without zone
 */
export function fromZonedTime(wall: string, zone: string): string {
  const asUtcMs = Date.parse(`${wall}Z`)
  const guess = asUtcMs - zoneOffsetMinutes(asUtcMs, zone) * msPerMinute
  const exact = asUtcMs - zoneOffsetMinutes(guess, zone) * msPerMinute
  return toInstant(exact)
}

/** Minutes since midnight of a time of day `HH:MM[:SS]`; NaN when it is none. */
export function parseMinutesOfDay(time: unknown): number {
  const parts = typeof time === 'string' ? /^(\d\d):(\d\d)/.exec(time) : null
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : Number.NaN
}

/** ISO 8601 in UTC with whole seconds, the one form in which instants are stored and sent. */
export function toInstant(time: number | string | Date): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

/** True when two half-open spans of time share a moment. Ends that touch do not overlap. */
export function overlaps(
  a: { starts_at: string; ends_at: string },
  b: { starts_at: string; ends_at: string },
): boolean {
  return a.starts_at < b.ends_at && b.starts_at < a.ends_at
}
