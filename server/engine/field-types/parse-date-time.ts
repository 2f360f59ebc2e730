import { isDate } from '#contract/form/cast-value.ts'
import { normalizeWidth } from './field-type.ts'

/** Year first with the same separator twice, or in Chinese: such a date has only one reading. */
const day = String.raw`(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号])`
const moment = new RegExp(String.raw`^${day}(?:(?:T|\s+|(?<=[日号]))(\S.*))?$`)

const clock =
  /^(上午|下午|am|pm)?\s?(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.0+)?)?|[时点](?:\s?(\d{1,2})分?)?)\s?(am|pm)?$/

/** A day as written, whether or not the calendar has it, and the text after it. */
export interface WrittenDay {
  date: string
  exists: boolean
  rest: string
}

/** Parses a text that begins with a day. @returns undefined when the day is not certain */
export function parseDay(text: string): WrittenDay | undefined {
  const found = moment.exec(normalizeWidth(text))
  if (!found) return undefined
  const [, year = '', , month = found[5] ?? '', dayOfMonth = found[6] ?? '', , , rest = ''] = found
  const date = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  return { date, exists: isDate(date), rest }
}

/** True for a day whose numbers could be read in more than one order: `5/9/2023`, `09-05-23`. */
export function hasUncertainOrder(text: string): boolean {
  return /^\d{1,2}\s?[-/. ]\s?\d{1,2}\s?[-/. ]\s?(?:\d{4}|\d\d)(?!\d)/.test(normalizeWidth(text))
}

/** True for a bare number, as a spreadsheet counts days. */
export function isBareNumber(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(normalizeWidth(text))
}

/** Parses a time of day to `HH:MM:SS`. @returns undefined when there is no such time or its half of the day is not certain */
export function parseClock(text: string): string | undefined {
  const found = clock.exec(
    normalizeWidth(text)
      .toLowerCase()
      .replaceAll(/([ap])\.?m\.?/g, '$1m'),
  )
  if (!found) return undefined
  const [, before, hourText = '', colonMinute, second = '00', wordMinute, after] = found
  if (before !== undefined && after !== undefined) return undefined
  const hour = hourOfDay(Number(hourText), before ?? after)
  const minute = colonMinute ?? wordMinute ?? '0'
  if (hour === undefined || hour > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return [String(hour), minute, second].map((digits) => digits.padStart(2, '0')).join(':')
}

/** 12:30 AM is half past midnight; some people write 上午12:30 for half past noon. */
function hourOfDay(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return undefined
  if (half === 'pm' || half === '下午') return hour === 12 ? 12 : hour + 12
  if (hour < 12) return hour
  return half === 'am' ? 0 : undefined
}
