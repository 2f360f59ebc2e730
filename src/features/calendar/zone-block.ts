import { tzlib_get_ical_block } from 'timezones-ical-library'

/** The VTIMEZONE of a zone; undefined of one that the zone database does not have. */
export function findZoneBlock(zone: string): string | undefined {
  const block = tzlib_get_ical_block(zone)[0]
  return block?.startsWith('BEGIN:VTIMEZONE') ? block : undefined
}
