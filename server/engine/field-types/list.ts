import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import { maxItems } from '#contract/form/patterns.ts'
import { maskedValue } from '#contract/row.ts'
import type { Cell, OutCell } from '#server/spreadsheets/cell.ts'
import { formatCell } from '#server/spreadsheets/cell.ts'
import {
  cellIssue,
  toColumnValue,
  type CellContext,
  type CellReading,
  type JsonSchema,
  type ReadCell,
  type ServerFieldType,
} from './field-type.ts'
import { choiceOperators, compareItems } from './filter-operators.ts'

/** Separates the items of a cell. The patterns are sticky (`y`): `matchAt` matches them at one position of the cell. */
const separator = /[;；]|\r\n|[\r\n]/y
/** An item in quotes, as in CSV, because it contains a separator or a quote (`"a; ""b"""`); blanks may surround it. */
const quotedItem = /\s*"([^"]*(?:""[^"]*)*)"[^\S\r\n]*(?=[;；\r\n]|$)/y
/** An item without quotes: everything up to the next separator. */
const unquotedItem = /[^;；\r\n]*/y

/** Common properties of types with several values, which are stored as a JSON array in one column. */
export const arrayType = {
  column: 'json',
  encode: (value: unknown) => JSON.stringify(value, (_, item: unknown) => toColumnValue(item)),
  decode: (stored: unknown): unknown => JSON.parse(stored as string),
  cellWidth: 20,
  cellHint: { 'zh-CN': '可多项，以“;”分隔', en: 'Several, separated by ;' },
  operators: choiceOperators,
  compare: compareItems,
  hasShape: (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
} as const satisfies Partial<ServerFieldType>

/** Creates the type of lists. @param getType gets the type of the items from `index.ts`, which imports this file */
export function listType(getType: (field: FormField) => ServerFieldType): ServerFieldType {
  return {
    ...arrayType,
    readCell: (field, cell, context) =>
      readItems(field, cell, context, ({ of = field }, item) => getType(of).readCell(of, item, context)),
    writeCell: (field, value, context) => {
      const { of = field } = field
      return writeItems(value, (item) => formatCell(getType(of).writeCell(of, item, context)))
    },
    jsonSchema: (field) => {
      const { of } = field
      // Items are never blank, and a required text has a minimum length.
      return arraySchema(field, of ? getType(of).jsonSchema({ ...of, required: true }) : {}, field.distinct)
    },
  }
}

/** Reads the items of a cell, each with `readItem`; the first issue is the cell's. */
export function readItems(
  field: FormField,
  cell: Cell,
  context: CellContext,
  readItem: ReadCell,
): CellReading {
  const items = typeof cell === 'string' ? splitItems(cell) : [cell]
  if (!items) return cellIssue(field, context, 'cell.quotes')
  const values: unknown[] = []
  for (const item of items) {
    const read = readItem(field, item, context)
    if ('issue' in read) return read
    values.push(read.value)
  }
  return { value: values }
}

/** Writes an array to one cell. */
export function writeItems(value: unknown, toText: (item: unknown) => string): OutCell {
  if (!Array.isArray(value) || value.length === 0) return null
  return joinItems(value.map(toText), (item) => item === maskedValue)
}

/** Builds the JSON Schema of an array, within the bounds of its field. */
export function arraySchema(
  { min, max = maxItems }: FieldDefinition,
  items: JsonSchema,
  isUnique = false,
): JsonSchema {
  return {
    type: 'array',
    items,
    ...(isUnique ? { uniqueItems: true } : {}),
    ...(min === undefined ? {} : { minItems: min }),
    maxItems: max,
  }
}

/**
 * Splits a cell into its items at `;`, `；` and line breaks; blank items are dropped.
 * @returns undefined when a quote is not closed, or closed before the item ends
 */
export function splitItems(text: string): string[] | undefined {
  const items: string[] = []
  for (let at = 0; at < text.length;) {
    const quotedMatch = matchAt(quotedItem, text, at)
    const match = quotedMatch ?? matchAt(unquotedItem, text, at)
    // Cannot happen, as an unquoted item may be empty; for the compiler.
    if (match === null) return undefined
    if (quotedMatch) items.push((quotedMatch[1] ?? '').replaceAll('""', '"'))
    else {
      const item = match[0].trim()
      if (item.startsWith('"')) return undefined
      if (item !== '') items.push(item)
    }
    at += match[0].length
    at += matchAt(separator, text, at)?.[0].length ?? 0
  }
  return items
}

/**
 * Joins items into one cell, so that `splitItems` returns the same items.
 * @param isReserved true for an item that has another meaning when it is the whole cell
 */
export function joinItems(items: readonly string[], isReserved: (item: string) => boolean): string {
  return items
    .map((item) =>
      /[;；"\r\n]|^\s|\s$|^$/.test(item) || isReserved(item) ? `"${item.replaceAll('"', '""')}"` : item,
    )
    .join('; ')
}

/** Matches a sticky pattern at a position of a text. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
