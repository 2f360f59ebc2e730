import { isPlainObject } from '#contract/form/form-shape.ts'
import { maskedValue } from '#contract/row.ts'
import type { Cell, OutCell } from '#server/spreadsheets/cell.ts'
import { cellIssue, type CellContext, type CellReading } from './field-type.ts'
import { getFieldType } from './index.ts'
import type { SheetColumn } from './sheet-columns.ts'

/**
 * Replaces a text that is longer than a cell of a workbook can hold (32,767 characters, Excel's limit). `readCell` treats it
 * as no value, so that an import leaves the stored text unchanged.
 */
export const overflowMarker = '[too long for a cell / 单元格放不下]'

/**
 * Reads a cell as a value of its field's type on the wire; the form validates the value. A cell that could mean two
 * values is an issue. The value of a localized field is the text in the column's language; a mask is read as `***`.
 * @returns undefined for a cell that gives no value: a blank one, the overflow marker, and any cell of a computed field
 */
export function readCell({ field }: SheetColumn, cell: Cell, context: CellContext): CellReading | undefined {
  if (field.type === 'computed' || cell === overflowMarker || isBlank(cell)) return undefined
  if (typeof cell === 'object' && cell.kind === 'formula') return cellIssue(field, context, 'cell.formula')
  if (typeof cell === 'object' && cell.kind === 'error')
    return cellIssue(field, context, 'cell.error', { code: cell.code })
  // Programs write the replacement character for each character that they could not read or write.
  if (typeof cell === 'string' && cell.includes('\uFFFD'))
    return cellIssue(field, context, 'cell.lost_characters')
  if (cell === maskedValue) return { value: maskedValue }
  return getFieldType(field).readCell(field, cell, context)
}

/** True for a cell without any visible character. */
function isBlank(cell: Cell): boolean {
  return typeof cell === 'string' && /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(cell)
}

/**
 * Writes a field's wire value as a cell, so that `readCell` returns the same value.
 * @param value of a localized field the texts in all languages, or the mask
 */
export function writeCell({ field, locale }: SheetColumn, value: unknown, context: CellContext): OutCell {
  const isSameInAllLanguages = locale === undefined || value === maskedValue
  const columnValue = isSameInAllLanguages ? value : isPlainObject(value) ? value[locale] : null
  if (columnValue === null || columnValue === undefined || columnValue === '') return null
  return columnValue === maskedValue
    ? maskedValue
    : getFieldType(field).writeCell(field, columnValue, context)
}
