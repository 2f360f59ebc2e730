import { isDate } from '#contract/form/cast-value.ts'
import { isMultiValued, isPlainObject, type FormField } from '#contract/form/form-shape.ts'
import { maskedValue } from '#contract/row.ts'
import { toZonedTime } from '#contract/time.ts'
import type { OutCell } from '#server/spreadsheets/cell.ts'
import { formatCell } from '#server/spreadsheets/cell-text.ts'
import type { CellContext } from './cell-context.ts'
import { joinItems } from './items.ts'
import { optionText } from './options.ts'
import type { SheetColumn } from './sheet-column.ts'
import { listZonedInstants } from './zoned-instants.ts'

/**
 * A field's value on the wire as a cell, so that `readCell` makes the same of it.
 * @param value of a localized field the texts of all languages, or the mask
 */
export function writeCell({ field, locale }: SheetColumn, value: unknown, context: CellContext): OutCell {
  const isWhole = locale === undefined || value === maskedValue
  const own = isWhole ? value : isPlainObject(value) ? value[locale] : null
  if (own === null || own === undefined || own === '') return null
  return own === maskedValue ? maskedValue : writeValue(field, own, context)
}

function writeValue(field: FormField, value: unknown, context: CellContext): OutCell {
  return isMultiValued(field) ? writeItems(field, value, context) : writeOne(field, value, context)
}

function writeItems(field: FormField, value: unknown, context: CellContext): OutCell {
  if (!Array.isArray(value) || value.length === 0) return null
  const items = value.map((item: unknown) => {
    if (field.type === 'enum_set') return optionText(field, String(item), context.locale)
    if (field.type === 'relation') return relatedText(field, item, context)
    return formatCell(writeValue(field.of ?? field, item, context))
  })
  return joinItems(items, (item) => item === maskedValue)
}

function writeOne(field: FormField, value: unknown, context: CellContext): OutCell {
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return typeof value === 'number' ? value : String(value)
    case 'boolean':
      return typeof value === 'boolean' ? value : String(value)
    case 'date':
      return { kind: 'date', date: String(value) }
    case 'time':
      return { kind: 'date', time: `${String(value)}:00` }
    case 'datetime':
      return writeInstant(String(value), context.zone)
    case 'enum':
      return optionText(field, String(value), context.locale)
    case 'relation':
      return relatedText(field, value, context)
    case 'richtext':
    case 'json':
      return JSON.stringify(value)
    case 'file':
    case 'image':
      return isPlainObject(value) ? `${String(value['name'])} [${String(value['no'])}]` : String(value)
    default:
      return String(value)
  }
}

/**
 * In the forum's time; in UTC an instant that this does not say exactly: in the hour that clocks show twice, or where the
 * zone leads out of the calendar's four digits.
 */
function writeInstant(instant: string, zone: string): OutCell {
  const wall = toZonedTime(instant, zone).toISOString().slice(0, 19)
  const [date = '', time = ''] = wall.split('T')
  if (!isDate(date)) return instant
  const [meant, other] = listZonedInstants(wall, zone)
  return meant === instant && other === undefined ? { kind: 'date', date, time } : instant
}

function relatedText(field: FormField, id: unknown, { related }: CellContext): string {
  return related.labelOf(field.relation?.module ?? '', String(id))
}
