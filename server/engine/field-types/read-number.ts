import type { FormField } from '#contract/form/form-shape.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import type { CellContext, CellReading } from './cell-context.ts'
import { normalizeWidth, cellIssue } from './cell-issue.ts'

/** Signs of a format that shows a number in another unit, or as a time: percent, thousands, ten thousands, hours. */
const unitFormat = /[%‰百千万萬亿億ymdhs]|[0#?],+(?:[^0#?,]|$)/i

/** What a format shows as it is, but for units; widths, fillings, colours and currencies. */
const literal = /"[^"%‰百千万萬亿億]*"|\\[^%‰百千万萬亿億]|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi

/** Significant digits that a number always keeps (IEEE 754 double). */
const exactDigits = 15

/** As JSON writes it; a very small number the way `String` has it. */
const plain = /^[+-]?\d+(?:\.\d+)?$/
const small = /^-?\d(?:\.\d+)?e-\d+$/
/** With commas that can part nothing but thousands: `1,234` could be a decimal. */
const grouped = /^[+-]?\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)$/

/** A number, as long as nobody can read it otherwise. */
export function readNumber(field: FormField, cell: Cell, context: CellContext): CellReading {
  if (typeof cell === 'string') return readNumberText(field, cell, context)
  if (typeof cell === 'boolean' || cell.kind !== 'number')
    return cellIssue(field, context, 'cell.number_form')
  return unitFormat.test((cell.format ?? '').replaceAll(literal, ''))
    ? cellIssue(field, context, 'cell.unit')
    : { value: cell.value }
}

function readNumberText(field: FormField, cell: string, context: CellContext): CellReading {
  const text = normalizeWidth(cell).replace('\u2212', '-')
  if (/[%‰]$/.test(text)) return cellIssue(field, context, 'cell.unit')
  if (/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/.test(text)) return cellIssue(field, context, 'cell.digits_lost')
  const digits = grouped.test(text) ? text.replaceAll(',', '') : text
  if (!plain.test(digits) && !small.test(digits)) return cellIssue(field, context, 'cell.number_form')
  return keepsDigits(digits)
    ? { value: Number(digits) }
    : cellIssue(field, context, 'cell.too_many_digits', { digits: exactDigits })
}

/** True when the number says all the digits that were written. */
export function keepsDigits(written: string): boolean {
  const digits = written.replace(/e.*$/i, '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length <= exactDigits || String(Number(written)) === written
}
