import { tzlib_get_ical_block } from 'timezones-ical-library'

/**
 * The VTIMEZONE of a zone, under the name that it is asked by: of zones that are alike the database names but one, and
 * times under another name than the block's would be those of whichever place the calendar is in.
 * @returns undefined of a zone that the database does not have, and of UTC, whose times need none
 */
export function findVTimezone(zone: string): string | undefined {
  if (/^(?:Etc\/)?(?:UTC|GMT)$/.test(zone)) return undefined
  const block = tzlib_get_ical_block(zone)[0]
  return block?.startsWith('BEGIN:VTIMEZONE') ? block.replace(/^TZID:.*$/m, `TZID:${zone}`) : undefined
}
