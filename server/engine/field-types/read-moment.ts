import { castInstant } from '#contract/form/cast-value.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import type { CellContext, CellReading } from './cell-context.ts'
import { normalizeWidth, cellIssue } from './cell-issue.ts'
import { hasUncertainOrder, isBareNumber, parseClock, parseDay } from './parse-moment.ts'
import { listZonedInstants } from './zoned-instants.ts'

const midnight = '00:00:00'

/** With its zone, and without parts of a second that would be lost. */
const instant = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.0+)?)?) ?(Z|[+-]\d\d:\d\d)$/

/** A day and a time of day that a cell holds, either of which may be missing. */
interface Moment {
  date?: string
  time?: string
}

/** A calendar day. */
export function readDate(field: FormField, cell: Cell, context: CellContext): CellReading {
  const found = momentOf(cell, 'cell.date_form')
  if (typeof found === 'string') return cellIssue(field, context, found)
  const { date, time = midnight } = found
  if (date === undefined) return cellIssue(field, context, 'cell.date_form')
  return time === midnight ? { value: date } : cellIssue(field, context, 'cell.date_with_time')
}

/** A time of day, in the form of the wire; seconds that are not zero stay, to be refused by who checks. */
export function readTime(field: FormField, cell: Cell, context: CellContext): CellReading {
  const found = momentOf(cell, 'cell.time_form')
  if (typeof found === 'string') return cellIssue(field, context, found)
  const { date, time } = found
  if (time === undefined) return cellIssue(field, context, 'cell.time_form')
  if (date !== undefined) return cellIssue(field, context, 'cell.time_with_date')
  return { value: time.endsWith(':00') ? time.slice(0, 5) : time }
}

/** An instant: with its zone, or in that of the forum. */
export function readDatetime(field: FormField, cell: Cell, context: CellContext): CellReading {
  const { zone } = context
  const exact = typeof cell === 'string' ? instant.exec(normalizeWidth(cell)) : null
  if (exact) {
    const [, day = '', clock = '', offset = ''] = exact
    const value = castInstant(`${day}T${clock.replace(/\.0+$/, '')}${offset}`)
    return value === undefined ? cellIssue(field, context, 'cell.datetime_form') : { value }
  }
  const found = momentOf(cell, 'cell.datetime_form')
  if (typeof found === 'string') return cellIssue(field, context, found)
  const { date, time } = found
  if (date === undefined) return cellIssue(field, context, 'cell.datetime_form')
  if (time === undefined) return cellIssue(field, context, 'cell.time_missing')
  const [value, other] = listZonedInstants(`${date}T${time}`, zone)
  if (value === undefined) return cellIssue(field, context, 'cell.no_such_time', { zone })
  return other === undefined ? { value } : cellIssue(field, context, 'cell.time_twice', { zone })
}

/** Reads the moment of a cell, or says the key of what is wrong with it. */
function momentOf(cell: Cell, form: string): Moment | string {
  if (typeof cell === 'string') return momentInText(cell, form)
  if (typeof cell === 'boolean') return form
  if (cell.kind === 'number') return 'cell.date_number'
  return cell.kind === 'date' ? cell : form
}

function momentInText(text: string, form: string): Moment | string {
  if (isBareNumber(text)) return 'cell.date_number'
  if (hasUncertainOrder(text)) return 'cell.date_ambiguous'
  const day = parseDay(text)
  const clock = day ? day.rest : text
  const time = clock === '' ? undefined : parseClock(clock)
  if (time === undefined && clock !== '') return form
  if (day && !day.exists) return 'cell.no_such_date'
  return { ...(day && { date: day.date }), ...(time !== undefined && { time }) }
}
