import type { FormField } from '#contract/form/form-shape.ts'
import type { Cell, NumberCell } from '#server/spreadsheets/cell.ts'
import type { CellContext, CellReading } from './cell-context.ts'
import { cellIssue } from './cell-issue.ts'

/** Digits that a spreadsheet keeps of a number; further ones it makes zero. */
const keptDigits = 15

/** `1.10105E+17`: how a spreadsheet writes a long number into a CSV file. */
const scientific = /^\s*\d(?:[.,]\d+)?E\+\d\d+\s*$/

/** A mobile of the mainland, with or without 86: it begins with neither a zero nor a plus that could be lost. */
const mobile = /^(?:86)?1[3-9]\d{9}$/

/** Formats that show a number by its digits. */
const plainFormats = new Set(['', 'General', 'general', '@', '0'])

/** The text of a cell. What a spreadsheet may have made of what was typed is none. */
export function readText(
  field: FormField,
  cell: Cell,
  context: CellContext,
): { value: string } | (CellReading & { problem: object }) {
  if (typeof cell !== 'string') {
    const digits = typeof cell === 'object' && cell.kind === 'number' ? digitsOf(field, cell) : undefined
    return digits === undefined ? cellIssue(field, context, 'cell.as_text') : { value: digits }
  }
  const isNumber = field.type === 'id_number' || field.type === 'phone' || field.type === 'id'
  if (isNumber && scientific.test(cell)) return cellIssue(field, context, 'cell.digits_lost')
  return { value: cell }
}

/** The digits of a number that was typed as a text, when none of them can have been lost. */
function digitsOf(field: FormField, { value, format = '' }: NumberCell): string | undefined {
  const text = String(value)
  if (!plainFormats.has(format) || !/^-?\d+(?:\.\d+)?$/.test(text)) return undefined
  if (text.replaceAll(/\D/g, '').length > keptDigits) return undefined
  // Passports and phones may begin with zeros, which a number does not keep.
  if (field.type === 'id_number') return undefined
  return field.type === 'phone' && !mobile.test(text) ? undefined : text
}
