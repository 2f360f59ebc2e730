import type { FieldDefinition } from '#contract/field-definition.ts'
import {
  emailPattern,
  maxEmailLength,
  maxUrlLength,
  phonePattern,
  urlPattern,
} from '#contract/form/patterns.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import { rowIdPattern } from '#contract/row.ts'
import type { Cell, NumberCell } from '#server/spreadsheets/cell.ts'
import {
  cellIssue,
  toColumnValue,
  type CellContext,
  type CellReading,
  type JsonSchema,
  type ServerFieldType,
} from './field-type.ts'
import { compareColumn, textOperators } from './filter-operators.ts'

/** What a type requires of its texts, in addition to the field's own bounds and pattern; keywords of JSON Schema. */
export interface TextConstraints {
  pattern?: string
  format?: string
  maxLength?: number
}

/** How a type reads a cell in which a spreadsheet holds its text as a number. */
interface NumericText {
  /** The text consists of digits, so scientific notation has lost some of them. */
  isNumber?: boolean
  /** Accepts the digits of a number cell as the text that a person typed. */
  acceptsDigits?: (digits: string) => boolean
}

/** Significant digits that a spreadsheet preserves in a number; it replaces further ones by zeros. */
const maxSpreadsheetDigits = 15

/** `1.10105E+17`: how a spreadsheet writes a long number into a CSV file. */
const scientificNotation = /^\s*\d(?:[.,]\d+)?E\+\d\d+\s*$/

/** A mobile number of mainland China, with or without 86: it has no leading zero or plus that a number cell would lose. */
const mobileNumber = /^(?:86)?1[3-9]\d{9}$/

/** Number formats of a cell that show a number by its digits. */
const plainFormats = new Set(['', 'General', 'general', '@', '0'])

export const string = textType({})
export const text: ServerFieldType = { ...textType({}), cellWidth: 40 }
export const email: ServerFieldType = {
  ...textType({ pattern: emailPattern, maxLength: maxEmailLength }),
  cellWidth: 26,
}
export const url: ServerFieldType = {
  ...textType({ pattern: urlPattern, maxLength: maxUrlLength }),
  cellWidth: 30,
}
export const phone = textType(
  { pattern: phonePattern },
  { isNumber: true, acceptsDigits: (digits) => mobileNumber.test(digits) },
)
export const id: ServerFieldType = {
  ...textType({ pattern: rowIdPattern }, { isNumber: true }),
  cellWidth: 12,
  cellHint: {
    'zh-CN': '已有记录的编号；新记录留空',
    en: 'Id of a record that is there; empty for a new one',
  },
}
/** The server derives computed values; files never fill them. */
export const computed = textType({})

/**
 * Creates a type whose values are texts.
 * @param numeric for types whose texts a spreadsheet may hold as numbers; other types accept the digits of any number cell
 */
export function textType(constraints: TextConstraints, numeric?: NumericText): ServerFieldType {
  return {
    column: 'text',
    encode: toColumnValue,
    decode: (stored) => stored,
    readCell: (field, cell, context) => readText(field, cell, context, numeric),
    writeCell: (_, value) => String(value),
    cellWidth: 20,
    cellHint: { 'zh-CN': '文本', en: 'Text' },
    operators: textOperators,
    compare: compareColumn,
    jsonSchema: (field) => textSchema(field, constraints),
    hasShape: (value) => typeof value === 'string',
  }
}

/** Reads the text of a cell; reports an issue when a spreadsheet may have changed what a person typed. */
export function readText(
  field: FormField,
  cell: Cell,
  context: CellContext,
  { isNumber = false, acceptsDigits = () => true }: NumericText = {},
): { value: string } | (CellReading & { issue: object }) {
  if (typeof cell === 'string')
    return isNumber && scientificNotation.test(cell)
      ? cellIssue(field, context, 'cell.digits_lost')
      : { value: cell }
  const digits = typeof cell === 'object' && cell.kind === 'number' ? findDigits(cell) : undefined
  return digits === undefined || !acceptsDigits(digits)
    ? cellIssue(field, context, 'cell.as_text')
    : { value: digits }
}

/** Finds the digits of a number that was typed as a text, when none of them can have been lost. */
function findDigits({ value, format = '' }: NumberCell): string | undefined {
  const digits = String(value)
  if (!plainFormats.has(format) || !/^-?\d+(?:\.\d+)?$/.test(digits)) return undefined
  return digits.replaceAll(/\D/g, '').length > maxSpreadsheetDigits ? undefined : digits
}

/** Builds the JSON Schema of a text: the type's form, then the field's own bounds and pattern. */
export function textSchema(
  { min, max, pattern, required }: FieldDefinition,
  constraints: TextConstraints,
): JsonSchema {
  const maxLength = Math.min(max ?? Infinity, constraints.maxLength ?? Infinity)
  const minLength = required ? Math.max(min ?? 1, 1) : min
  return {
    type: 'string',
    ...constraints,
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === Infinity ? {} : { maxLength }),
    // A schema has one `pattern` only, so a second one goes into `allOf`.
    ...(pattern === undefined ? {} : constraints.pattern ? { allOf: [{ pattern }] } : { pattern }),
  }
}
