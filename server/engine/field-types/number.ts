import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import { maxInteger } from '#contract/form/patterns.ts'
import type { Localized } from '#contract/locale.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import {
  cellIssue,
  normalizeWidth,
  toColumnValue,
  type CellContext,
  type CellReading,
  type ColumnKind,
  type ServerFieldType,
} from './field-type.ts'
import { compareColumn, orderedOperators } from './filter-operators.ts'

/** Matches number formats that show a value in another unit or as a time: `0%`, `#,##0,` (thousands), `0万`, `h:mm`. */
const unitFormat = /[%‰百千万萬亿億ymdhs]|[0#?],+(?:[^0#?,]|$)/i

/**
 * Segments of a number format that do not change the value. They are literals without units (`"kg"`, `\-`), widths (`_)`),
 * fillings (`* `), colours (`[Red]`) and currencies (`[$€-407]`). The hours of `[h]` do change it.
 */
const ignoredFormatParts = /"[^"%‰百千万萬亿億]*"|\\[^%‰百千万萬亿億]|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi

/** Significant digits that a number always preserves (IEEE 754 double). */
const exactDigits = 15

/** Notations without ambiguity: digits (`-007.50`), and very small numbers as `String()` writes them (`1e-7`). */
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/
const smallNumber = /^-?\d(?:\.\d+)?e-\d+$/
/** Digits with commas that can only separate thousands; not `1,234`, which could be a decimal. */
const groupedNumber = /^[+-]?\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)$/

export const integer: ServerFieldType = {
  ...numberType('integer', { 'zh-CN': '整数', en: 'Whole number' }),
  cellWidth: 10,
  jsonSchema: (field) => ({ type: 'integer', ...toBounds(field, maxInteger) }),
}

export const decimal: ServerFieldType = {
  ...numberType('real', { 'zh-CN': '数字', en: 'Number' }),
  cellWidth: 20,
  jsonSchema: (field) => ({ type: 'number', ...toBounds(field, Number.MAX_SAFE_INTEGER) }),
}

/** True when the JavaScript number preserves all the digits that were written. */
export function preservesDigits(notation: string): boolean {
  const digits = notation.replace(/e.*$/i, '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length <= exactDigits || String(Number(notation)) === notation
}

/** Creates what whole numbers and decimals have in common. @param column how the column holds them */
function numberType(
  column: ColumnKind,
  cellHint: Localized,
): Omit<ServerFieldType, 'cellWidth' | 'jsonSchema'> {
  return {
    column,
    encode: toColumnValue,
    decode: (stored) => stored,
    readCell: readNumber,
    writeCell: (_, value) => (typeof value === 'number' ? value : String(value)),
    cellHint,
    operators: orderedOperators,
    compare: compareColumn,
    hasShape: (value) => typeof value === 'number',
  }
}

/** Reads a number whose notation has one meaning only. */
function readNumber(field: FormField, cell: Cell, context: CellContext): CellReading {
  if (typeof cell === 'string') return readNumberText(field, cell, context)
  if (typeof cell === 'boolean' || cell.kind !== 'number')
    return cellIssue(field, context, 'cell.number_form')
  return unitFormat.test((cell.format ?? '').replaceAll(ignoredFormatParts, ''))
    ? cellIssue(field, context, 'cell.unit')
    : { value: cell.value }
}

function readNumberText(field: FormField, cell: string, context: CellContext): CellReading {
  // U+2212 is the typographic minus sign.
  const text = normalizeWidth(cell).replace('\u2212', '-')
  if (/[%‰]$/.test(text)) return cellIssue(field, context, 'cell.unit')
  // `1.1E+17`: spreadsheets shorten numbers so when they save a CSV file.
  if (/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/.test(text)) return cellIssue(field, context, 'cell.digits_lost')
  const digits = groupedNumber.test(text) ? text.replaceAll(',', '') : text
  if (!plainNumber.test(digits) && !smallNumber.test(digits))
    return cellIssue(field, context, 'cell.number_form')
  return preservesDigits(digits)
    ? { value: Number(digits) }
    : cellIssue(field, context, 'cell.too_many_digits', { digits: exactDigits })
}

/** Computes the bounds of a field in JSON Schema. @param limit the largest absolute value of the type */
function toBounds({ min, max }: FieldDefinition, limit: number) {
  return { minimum: Math.max(min ?? -limit, -limit), maximum: Math.min(max ?? limit, limit) }
}
