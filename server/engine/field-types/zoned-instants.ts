import { toInstant, zoneOffsetMinutes } from '#contract/time.ts'

const msPerMinute = 60_000
/** Clocks change at most once in the two days around a time. */
const msPerDay = 86_400_000

/**
 * The instants at which clocks of a zone show a time: one, none when they are put forward over it, two when they are put
 * back over it.
 * @param wall `YYYY-MM-DDTHH:MM:SS`
 */
export function listZonedInstants(wall: string, zone: string): string[] {
  const asUtcMs = Date.parse(`${wall}Z`)
  const offsets = new Set([-msPerDay, 0, msPerDay].map((away) => zoneOffsetMinutes(asUtcMs + away, zone)))
  return [...offsets]
    .map((offset) => ({ offset, ms: asUtcMs - offset * msPerMinute }))
    .filter(({ offset, ms }) => zoneOffsetMinutes(ms, zone) === offset)
    .map(({ ms }) => toInstant(ms))
}
