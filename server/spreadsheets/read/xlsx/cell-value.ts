import type { Cell, DateCell } from '../../cell.ts'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import { findSignificantFormat, type DateDisplay, type Styles } from './number-format.ts'
import { type SharedStrings, unescapeText } from './shared-strings.ts'
import { isTrue } from './xml.ts'

/** A cell as its XML element has it. */
export interface RawCell {
  /** Attribute `t`; `n` when absent. */
  type: string
  /** Index of its cell style. */
  style: number
  /** Text of `v`. */
  value: string
  /** Text of `is`. */
  inline: string
}

/** Data that all cells of a workbook share. */
export interface CellContext {
  strings: SharedStrings
  styles: Styles
  is1904: boolean
}

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Converts an element to a cell, except for formulas; an empty text when it is empty. */
export function toCell(raw: RawCell, workbook: CellContext): Cell {
  if (raw.type === 'inlineStr') return raw.inline
  if (raw.value === '') return ''
  // Shared text, result of a formula, boolean, error, date as text, number (ECMA-376 18.18.11).
  switch (raw.type) {
    case 's':
      return workbook.strings.get(Number(raw.value)) ?? throwDamaged(raw)
    case 'str':
      return unescapeText(raw.value)
    case 'b':
      return isTrue(raw.value)
    case 'e':
      return { kind: 'error', code: raw.value }
    case 'd':
      return parseIsoDate(raw.value) ?? throwDamaged(raw)
    case 'n':
      return toNumberCell(raw, workbook)
    default:
      return throwDamaged(raw)
  }
}

function toNumberCell(raw: RawCell, { styles, is1904 }: CellContext): Cell {
  const value = Number(raw.value)
  if (!numberPattern.test(raw.value.trim()) || !Number.isFinite(value)) return throwDamaged(raw)
  // Undefined for a style that the workbook does not define: then the number has no format.
  const meaning = styles[raw.style]
  if (meaning?.kind === 'date')
    return parseSerialDate(value, is1904, meaning) ?? { kind: 'number', value, format: meaning.format }
  const format = findSignificantFormat(meaning?.format, value)
  return { kind: 'number', value, ...(format !== undefined && { format }) }
}

function throwDamaged({ type, value }: RawCell): never {
  throw new InvalidSheetError(
    'unreadable',
    {},
    new Error(`a cell of type ${type} holds ${value.slice(0, 40)}`),
  )
}

const secondsPerDay = 86_400
/** 31 December 9999 in the calendar of 1900, the last day of Excel. */
const lastSerial = 2_958_465
/** Serial number of 29 February 1900, a day of Excel that did not exist. */
const nonexistentDaySerial = 60
/** Days between the starts of the two calendars. */
const daysTo1904 = 1462

/**
 * Converts a number to date and time by the calendar of the workbook, rounded to seconds and without a time zone.
 * @returns undefined when it is no date: before or after the calendar, a duration of more than a day, or 29 February
 * 1900 of Excel
 */
function parseSerialDate(value: number, is1904: boolean, display: DateDisplay): DateCell | undefined {
  const totalSeconds = Math.round(value * secondsPerDay)
  const day = Math.floor(totalSeconds / secondsPerDay)
  const time = formatTime(totalSeconds - day * secondsPerDay)
  const serial = is1904 ? day + daysTo1904 : day
  if (value < 0 || serial > lastSerial || serial === nonexistentDaySerial || (display.isElapsed && day > 0))
    return undefined
  // Day 0 of the calendar of 1900 is no day, but a time alone. In that of 1904 it is 1 January.
  if (day === 0 && !(is1904 && display.showsDate))
    return display.showsTime ? { kind: 'date', time } : undefined
  const date = formatDay(serial)
  return Number.isInteger(value) && !display.showsTime ? { kind: 'date', date } : { kind: 'date', date, time }
}

/** Formats the day with this serial number of the calendar of 1900. */
function formatDay(serial: number): string {
  // Serial numbers after the nonexistent day are one too high.
  const days = serial > nonexistentDaySerial ? serial - 1 : serial
  return new Date(Date.UTC(1899, 11, 31 + days)).toISOString().slice(0, 10)
}

function formatTime(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

/** Parses a date that the cell holds as text (ECMA-376 18.18.11, type `d`). */
function parseIsoDate(text: string): DateCell | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})?(?:T?(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?)?$/.exec(text)
  const [, date, time] = match ?? []
  if (date === undefined && time === undefined) return undefined
  return { kind: 'date', ...(date !== undefined && { date }), ...(time !== undefined && { time }) }
}
