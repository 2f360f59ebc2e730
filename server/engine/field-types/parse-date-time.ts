import { isDate } from '#contract/form/cast-value.ts'
import { normalizeWidth } from './field-type.ts'

/**
 * A date that can be read in one way only: year first with the same separator twice (`2023-9-5`), or in Chinese
 * (`2023年9月5日`). Month and day have two groups each, one for either form.
 */
const dayPattern = String.raw`(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号])`
/** A day at the start of a text; the text after it follows a blank, `T`, or 日 or 号 directly. */
const dayAtStart = new RegExp(String.raw`^${dayPattern}(?:(?:T|\s+|(?<=[日号]))(\S.*))?$`)

/** A time of day: `9:30`, `09:30:00.0`, `9:30 pm`, `下午3点20分`, `15时`. */
const clockPattern =
  /^(上午|下午|am|pm)?\s?(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.0+)?)?|[时点](?:\s?(\d{1,2})分?)?)\s?(am|pm)?$/

/** A day at the start of a text. */
export interface ParsedDay {
  /** `YYYY-MM-DD`. */
  date: string
  /** False for a day such as 30 February. */
  isInCalendar: boolean
  /** Text after the day and its separator; empty when the day is all. */
  textAfter: string
}

/** Parses a text that begins with a day. @returns undefined when the day is not certain */
export function parseDay(text: string): ParsedDay | undefined {
  const match = dayAtStart.exec(normalizeWidth(text))
  if (!match) return undefined
  const [, year = '', , westernMonth, westernDay, chineseMonth = '', chineseDay = '', textAfter = ''] = match
  const month = westernMonth ?? chineseMonth
  const dayOfMonth = westernDay ?? chineseDay
  const date = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  return { date, isInCalendar: isDate(date), textAfter }
}

/** True for a day whose numbers could be read in more than one order: `5/9/2023`, `09-05-23`. */
export function hasUncertainOrder(text: string): boolean {
  return /^\d{1,2}\s?[-/. ]\s?\d{1,2}\s?[-/. ]\s?(?:\d{4}|\d\d)(?!\d)/.test(normalizeWidth(text))
}

/** True for a bare number: it may be a spreadsheet's serial number of a day. */
export function isBareNumber(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(normalizeWidth(text))
}

/** Parses a time of day to `HH:MM:SS`. @returns undefined when there is no such time or its half of the day is not certain */
export function parseClock(text: string): string | undefined {
  // `p.m.` is written as `pm`.
  const match = clockPattern.exec(
    normalizeWidth(text)
      .toLowerCase()
      .replaceAll(/([ap])\.?m\.?/g, '$1m'),
  )
  if (!match) return undefined
  // The halves of the day are am and pm, which may come before or after the time.
  const [, halfBefore, hourText = '', colonMinute, second = '00', chineseMinute, halfAfter] = match
  if (halfBefore !== undefined && halfAfter !== undefined) return undefined
  const hour = toHourOfDay(Number(hourText), halfBefore ?? halfAfter)
  const minute = colonMinute ?? chineseMinute ?? '0'
  if (hour === undefined || hour > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return [String(hour), minute, second].map((digits) => digits.padStart(2, '0')).join(':')
}

/**
 * Converts an hour to the 24-hour clock, to which one without a half of the day belongs already. 12 AM is midnight. 上午12 is
 * ambiguous, because some people write it for noon.
 * @returns undefined for an ambiguous hour, and for one that the 12-hour clock does not have
 */
function toHourOfDay(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return undefined
  if (half === 'pm' || half === '下午') return hour === 12 ? 12 : hour + 12
  if (hour < 12) return hour
  return half === 'am' ? 0 : undefined
}
