import type { DateCell } from '../cell.ts'

const dayMs = 86_400_000
/** Day 0 of the 1900 calendar as it counts from March 1900 on; before, it has a day that never was. */
const dayZeroMs = Date.UTC(1899, 11, 30)
const firstDay = '1900-03-01'

/**
 * A date of a workbook: whole days since the calendar's begin and the part of the day that is over, of no time zone.
 * @returns undefined for what the calendar does not have
 */
export function toSerialDate({ date, time }: Pick<DateCell, 'date' | 'time'>): number | undefined {
  const days = date === undefined ? 0 : (Date.parse(`${date}T00:00:00Z`) - dayZeroMs) / dayMs
  const part = time === undefined ? 0 : Date.parse(`1970-01-01T${time}Z`) / dayMs
  const serial = days + part
  if (Number.isNaN(serial) || (date !== undefined && date < firstDay)) return undefined
  return serial
}
