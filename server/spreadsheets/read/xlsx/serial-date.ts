import type { DateCell } from '../../cell.ts'

const secondsPerDay = 86_400
/** 31 December 9999 in the calendar of 1900: the last day that Excel shows. */
const lastSerial = 2_958_465
/** The 29 February 1900, which was none. */
const inventedSerial = 60
/** Days between the beginnings of the two calendars. */
const daysTo1904 = 1462

/** What a format shows of a date. */
export interface ShownParts {
  showsDate: boolean
  showsTime: boolean
  isElapsed: boolean
}

/**
 * The date and time of a number by the workbook's calendar, rounded to seconds; no time zone has a part in it.
 * Undefined when it is none: before the calendar, after it, hours that are counted on beyond a day, and Excel's
 * 29 February 1900.
 */
export function parseSerialDate(value: number, is1904: boolean, shown: ShownParts): DateCell | undefined {
  const total = Math.round(value * secondsPerDay)
  const day = Math.floor(total / secondsPerDay)
  const time = timeText(total - day * secondsPerDay)
  const serial = is1904 ? day + daysTo1904 : day
  if (value < 0 || serial > lastSerial || serial === inventedSerial || (shown.isElapsed && day > 0))
    return undefined
  if (day === 0 && !(is1904 && shown.showsDate)) return shown.showsTime ? { kind: 'date', time } : undefined
  const date = dayText(serial)
  return Number.isInteger(value) && !shown.showsTime ? { kind: 'date', date } : { kind: 'date', date, time }
}

function dayText(serial: number): string {
  const days = serial > inventedSerial ? serial - 1 : serial
  return new Date(Date.UTC(1899, 11, 31 + days)).toISOString().slice(0, 10)
}

function timeText(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

/** A date that stands in the cell as a text (ECMA-376 18.18.11, type `d`). */
export function isoDateOf(text: string): DateCell | undefined {
  const found = /^(\d{4}-\d{2}-\d{2})?(?:T?(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?)?$/.exec(text)
  const [, date, time] = found ?? []
  if (date === undefined && time === undefined) return undefined
  return { kind: 'date', ...(date !== undefined && { date }), ...(time !== undefined && { time }) }
}
