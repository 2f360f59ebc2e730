import { castInstant, isDate } from '#contract/form/cast-value.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import { instantPattern, timePattern } from '#contract/form/patterns.ts'
import { toInstant, toZonedTime, getZoneOffsetMinutes } from '#contract/time.ts'
import type { Cell, OutCell } from '#server/spreadsheets/cell.ts'
import {
  cellIssue,
  normalizeWidth,
  toColumnValue,
  type CellContext,
  type CellReading,
  type ServerFieldType,
} from './field-type.ts'
import { compareColumn, orderedOperators } from './filter-operators.ts'
import { parseClock, parseDay, hasUncertainOrder, isBareNumber } from './parse-date-time.ts'
import { textSchema } from './text.ts'

const midnight = '00:00:00'

/**
 * An instant with its zone: `2023-09-05T09:30:00Z`, `2023-09-05 09:30 +08:00`. Fractions of a second must be zero, because
 * they would be lost.
 */
const instantWithZone = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.0+)?)?) ?(Z|[+-]\d\d:\d\d)$/

const msPerMinute = 60_000
const msPerDay = 86_400_000

/** The day and the time of day in a cell, either of which may be missing. */
interface DateTime {
  /** `YYYY-MM-DD`. */
  date?: string
  /** `HH:MM:SS`. */
  time?: string
}

/** Properties that the three types share. */
const commonProperties = {
  column: 'text',
  encode: toColumnValue,
  decode: (stored: unknown) => stored,
  operators: orderedOperators,
  compare: compareColumn,
  hasShape: (value: unknown) => typeof value === 'string',
} as const satisfies Partial<ServerFieldType>

/** A calendar day. */
export const date: ServerFieldType = {
  ...commonProperties,
  readCell: (field, cell, context) => {
    const parsed = parseCell(cell, 'cell.date_form')
    if (typeof parsed === 'string') return cellIssue(field, context, parsed)
    const { date: day, time: clock = midnight } = parsed
    if (day === undefined) return cellIssue(field, context, 'cell.date_form')
    return clock === midnight ? { value: day } : cellIssue(field, context, 'cell.date_with_time')
  },
  writeCell: (_, value) => ({ kind: 'date', date: String(value) }),
  cellWidth: 12,
  cellHint: { 'zh-CN': '日期，如 2023-09-05', en: 'Day, as 2023-09-05' },
  index: 'time',
  jsonSchema: (field) => textSchema(field, { format: 'date' }),
}

/** A time of day. Seconds that are not zero remain in the value, so that validation rejects them. */
export const time: ServerFieldType = {
  ...commonProperties,
  readCell: (field, cell, context) => {
    const parsed = parseCell(cell, 'cell.time_form')
    if (typeof parsed === 'string') return cellIssue(field, context, parsed)
    const { date: day, time: clock } = parsed
    if (clock === undefined) return cellIssue(field, context, 'cell.time_form')
    if (day !== undefined) return cellIssue(field, context, 'cell.time_with_date')
    return { value: clock.endsWith(':00') ? clock.slice(0, 5) : clock }
  },
  writeCell: (_, value) => ({ kind: 'date', time: `${String(value)}:00` }),
  cellWidth: 10,
  cellHint: { 'zh-CN': '时间，如 09:30', en: 'Time of day, as 09:30' },
  jsonSchema: (field) => textSchema(field, { pattern: timePattern }),
}

/** An instant. Cells give it with its zone, or in the forum's time zone. */
export const datetime: ServerFieldType = {
  ...commonProperties,
  encode: (value) => toInstant(value as string),
  readCell: readDatetime,
  writeCell: (_, value, { zone }) => writeInstant(String(value), zone),
  cellWidth: 18,
  cellHint: { 'zh-CN': '日期和时间，如 2023-09-05 09:30', en: 'Day and time, as 2023-09-05 09:30' },
  index: 'time',
  jsonSchema: (field) => textSchema(field, { pattern: instantPattern }),
}

/** Reads an instant: with the zone that the cell names, otherwise in the forum's time zone. */
function readDatetime(field: FormField, cell: Cell, context: CellContext): CellReading {
  const { zone } = context
  const match = typeof cell === 'string' ? instantWithZone.exec(normalizeWidth(cell)) : null
  if (match) {
    const [, day = '', clock = '', offset = ''] = match
    const value = castInstant(`${day}T${clock.replace(/\.0+$/, '')}${offset}`)
    return value === undefined ? cellIssue(field, context, 'cell.datetime_form') : { value }
  }
  const parsed = parseCell(cell, 'cell.datetime_form')
  if (typeof parsed === 'string') return cellIssue(field, context, parsed)
  const { date: day, time: clock } = parsed
  if (day === undefined) return cellIssue(field, context, 'cell.datetime_form')
  if (clock === undefined) return cellIssue(field, context, 'cell.time_missing')
  const [value, otherInstant] = listZonedInstants(`${day}T${clock}`, zone)
  if (value === undefined) return cellIssue(field, context, 'cell.no_such_time', { zone })
  return otherInstant === undefined ? { value } : cellIssue(field, context, 'cell.time_twice', { zone })
}

/**
 * Parses the day and the time of a cell.
 * @param formKey key of the issue of a cell that is not written as the field's type
 * @returns the key of the issue when the cell has neither day nor time, or its text has a day that is not certain
 */
function parseCell(cell: Cell, formKey: string): DateTime | string {
  if (typeof cell === 'string') return parseText(cell, formKey)
  if (typeof cell === 'boolean') return formKey
  // The serial number of a day means different days in workbooks of the two calendars (1900 and 1904).
  if (cell.kind === 'number') return 'cell.date_number'
  return cell.kind === 'date' ? cell : formKey
}

/** Parses a text as {@link parseCell} does: `2023-09-05 09:30`, or a day or a time alone. */
function parseText(text: string, formKey: string): DateTime | string {
  if (isBareNumber(text)) return 'cell.date_number'
  if (hasUncertainOrder(text)) return 'cell.date_ambiguous'
  const day = parseDay(text)
  const clockText = day ? day.textAfter : text
  const clock = clockText === '' ? undefined : parseClock(clockText)
  if (clock === undefined && clockText !== '') return formKey
  if (day && !day.isInCalendar) return 'cell.no_such_date'
  return { ...(day && { date: day.date }), ...(clock !== undefined && { time: clock }) }
}

/**
 * Writes an instant in the forum's time zone, or in UTC when its wall time would not read back as the same instant. This is so
 * in the hour that clocks repeat, and for years that do not have four digits in the zone.
 */
function writeInstant(value: string, zone: string): OutCell {
  const wallTime = toZonedTime(value, zone).toISOString().slice(0, 19)
  const [day = '', clock = ''] = wallTime.split('T')
  if (!isDate(day)) return value
  const [instant, otherInstant] = listZonedInstants(wallTime, zone)
  return instant === value && otherInstant === undefined ? { kind: 'date', date: day, time: clock } : value
}

/**
 * Lists the instants at which clocks of a zone show a time: one, none when clocks skip it, two when they repeat it.
 * @param wallTime `YYYY-MM-DDTHH:MM:SS`
 */
function listZonedInstants(wallTime: string, zone: string): string[] {
  const asUtcMs = Date.parse(`${wallTime}Z`)
  // The zone's offsets a day before and after the time: clocks change at most once within these two days.
  const offsets = new Set(
    [-msPerDay, 0, msPerDay].map((distanceMs) => getZoneOffsetMinutes(asUtcMs + distanceMs, zone)),
  )
  return [...offsets]
    .map((offset) => ({ offset, ms: asUtcMs - offset * msPerMinute }))
    .filter(({ offset, ms }) => getZoneOffsetMinutes(ms, zone) === offset)
    .map(({ ms }) => toInstant(ms))
}
