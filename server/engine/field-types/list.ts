import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import { maxItems } from '#contract/form/patterns.ts'
import { maskedValue } from '#contract/row.ts'
import type { Cell, OutCell } from '#server/spreadsheets/cell.ts'
import { formatCell } from '#server/spreadsheets/cell-text.ts'
import {
  cellIssue,
  toStored,
  type CellContext,
  type CellReading,
  type JsonSchema,
  type ReadCell,
  type ServerFieldType,
} from './field-type.ts'
import { choiceOperators, compareItems } from './filter-operators.ts'

/** Separates the items of a cell. */
const separator = /[;；]|\r\n|[\r\n]/y
/** An item that holds a separator or a quote, as CSV writes it, with blanks around. */
const quoted = /\s*"([^"]*(?:""[^"]*)*)"[^\S\r\n]*(?=[;；\r\n]|$)/y
const bare = /[^;；\r\n]*/y

/** What types with several values have in common: a JSON array in one column. */
export const arrayType = {
  column: 'json',
  encode: (value: unknown) => JSON.stringify(value, (_, item: unknown) => toStored(item)),
  decode: (stored: unknown): unknown => JSON.parse(stored as string),
  cellWidth: 20,
  cellHint: { 'zh-CN': '可多项，以“;”分隔', en: 'Several, separated by ;' },
  operators: choiceOperators,
  compare: compareItems,
  hasShape: (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
} as const satisfies Partial<ServerFieldType>

/** Creates the type of lists. @param getType finds the type of the items */
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
    if ('problem' in read) return read
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
    const inQuotes = matchAt(quoted, text, at)
    const found = inQuotes ?? matchAt(bare, text, at)
    if (found === null) return undefined
    if (inQuotes) items.push((inQuotes[1] ?? '').replaceAll('""', '"'))
    else {
      const item = found[0].trim()
      if (item.startsWith('"')) return undefined
      if (item !== '') items.push(item)
    }
    at += found[0].length
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

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
