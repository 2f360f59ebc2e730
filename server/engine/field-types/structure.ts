import { cleanValue } from '#contract/form/clean-values.ts'
import { isPlainObject, type FormField } from '#contract/form/form-shape.ts'
import { toPlainText, type RichTextNode } from '#contract/rich-text.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import {
  cellIssue,
  toColumnValue,
  type CellContext,
  type CellReading,
  type ServerFieldType,
} from './field-type.ts'
import { compareColumn, presenceOperators } from './filter-operators.ts'
import { preservesDigits } from './number.ts'
import { readText } from './text.ts'

/** Any JSON value. */
export const json: ServerFieldType = {
  column: 'json',
  encode: (value) => JSON.stringify(value, (_, item: unknown) => toColumnValue(item)),
  decode: (stored): unknown => JSON.parse(stored as string),
  readCell: (field, cell, context) => {
    if (typeof cell === 'boolean') return { value: cell }
    if (typeof cell === 'object' && cell.kind === 'number') return { value: cell.value }
    const parsed = typeof cell === 'string' ? parseJson(cell) : undefined
    return parsed ?? cellIssue(field, context, 'cell.json')
  },
  writeCell: (_, value) => JSON.stringify(value),
  cellWidth: 20,
  cellHint: { 'zh-CN': '文本', en: 'Text' },
  operators: presenceOperators,
  compare: compareColumn,
  jsonSchema: () => ({}),
  hasShape: () => true,
}

/** A document of the editor. A cell holds its JSON, or plain text, of which each line becomes a paragraph. */
export const richtext: ServerFieldType = {
  ...json,
  readCell: readRichText,
  cellWidth: 40,
  jsonSchema: () => ({ type: 'object', properties: { type: { const: 'doc' } }, required: ['type'] }),
  hasShape: isPlainObject,
  toPlainText,
  hasPictures: true,
}

/** Reads the JSON of a rich text, or plain text. */
function readRichText(field: FormField, cell: Cell, context: CellContext): CellReading {
  const read = readText(field, cell, context)
  if ('issue' in read) return read
  // A text that begins like JSON is meant as JSON, even when it is cut off.
  if (/^\s*\{\s*"/.test(read.value))
    return parseJson(read.value) ?? cellIssue(field, context, 'cell.rich_text')
  // Cleaned as a text field of the form is, because the lines become texts that no form cleans later.
  const text = cleanValue({ ...field, type: 'text', localized: false }, read.value)
  return { value: toDocument(typeof text === 'string' ? text : '') }
}

/** Converts plain text to a rich text with a paragraph for each line. */
function toDocument(text: string): RichTextNode {
  const lines = text.split('\n').map((line) => line.trim())
  return {
    type: 'doc',
    content: lines
      .filter((line) => line !== '')
      .map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })),
  }
}

/** Parses the JSON of a cell. @returns undefined for text that is not JSON, or has numbers that would lose digits */
function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text, checkDigits) as unknown }
  } catch {
    return undefined
  }
}

/**
 * Reviver of `JSON.parse` that throws for a number that loses digits.
 * @param context its `source` is the number as written (ECMAScript 2026)
 */
function checkDigits(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'number' && !preservesDigits(context?.source ?? ''))
    throw new RangeError('digits are lost')
  return value
}
