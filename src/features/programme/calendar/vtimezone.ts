import { tzlib_get_ical_block } from 'timezones-ical-library'

/**
 * Returns the VTIMEZONE of a zone under the requested name.
 * The database has one name for equal zones, and times that refer to another name would be taken as local times.
 * @returns undefined for an unknown zone, and for UTC, which needs none
 */
export function findVTimezone(zone: string): string | undefined {
  if (/^(?:Etc\/)?(?:UTC|GMT)$/.test(zone)) return undefined
  const block = tzlib_get_ical_block(zone)[0]
  return block?.startsWith('BEGIN:VTIMEZONE') ? block.replace(/^TZID:.*$/m, `TZID:${zone}`) : undefined
}
