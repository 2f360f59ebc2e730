import { isMultiValued, type FormField } from '#contract/form/form-shape.ts'
import { maskedValue } from '#contract/row.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import type { CellContext, CellReading } from './cell-context.ts'
import { cellIssue, truncate } from './cell-issue.ts'
import { splitItems } from './items.ts'
import { findOption } from './options.ts'
import { readBoolean } from './read-boolean.ts'
import { readDate, readDatetime, readTime } from './read-moment.ts'
import { readNumber } from './read-number.ts'
import { readJson, readRichText } from './read-structure.ts'
import { readText } from './read-text.ts'
import type { SheetColumn } from './sheet-column.ts'
import { overflowMarker } from './overflow-marker.ts'

type ReadValue = (field: FormField, cell: Cell, context: CellContext) => CellReading

/**
 * What a cell says of a field, in the type that the field has on the wire; whether it may stand there is for the form to
 * say. What could mean two things is refused. Of a localized field it is the text of the column's language; what was
 * shown masked comes back as `***`.
 * @returns undefined for a cell that says nothing
 */
export function readCell({ field }: SheetColumn, cell: Cell, context: CellContext): CellReading | undefined {
  if (field.type === 'computed' || cell === overflowMarker || isBlank(cell)) return undefined
  if (typeof cell === 'object' && cell.kind === 'formula') return cellIssue(field, context, 'cell.formula')
  if (typeof cell === 'object' && cell.kind === 'error')
    return cellIssue(field, context, 'cell.error', { code: cell.code })
  // A program that knew no better saved another character for each that it could not read or write.
  if (typeof cell === 'string' && cell.includes('\uFFFD'))
    return cellIssue(field, context, 'cell.lost_characters')
  if (cell === maskedValue) return { value: maskedValue }
  return readValue(field, cell, context)
}

/** Without any character that can be seen. */
function isBlank(cell: Cell): boolean {
  return typeof cell === 'string' && /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(cell)
}

const readValue: ReadValue = (field, cell, context) =>
  isMultiValued(field) ? readItems(field, cell, context) : readOne(field, cell, context)

function readItems(field: FormField, cell: Cell, context: CellContext): CellReading {
  const items = typeof cell === 'string' ? splitItems(cell) : [cell]
  if (!items) return cellIssue(field, context, 'cell.quotes')
  const readItem: ReadValue =
    field.type === 'enum_set' ? readOption : field.type === 'relation' ? readRelated : readListItem
  const values: unknown[] = []
  for (const item of items) {
    const read = readItem(field, item, context)
    if ('problem' in read) return read
    values.push(read.value)
  }
  return { value: values }
}

function readListItem(field: FormField, cell: Cell, context: CellContext): CellReading {
  return readValue(field.of ?? field, cell, context)
}

function readOne(field: FormField, cell: Cell, context: CellContext): CellReading {
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return readNumber(field, cell, context)
    case 'boolean':
      return readBoolean(field, cell, context)
    case 'date':
      return readDate(field, cell, context)
    case 'time':
      return readTime(field, cell, context)
    case 'datetime':
      return readDatetime(field, cell, context)
    case 'enum':
      return readOption(field, cell, context)
    case 'relation':
      return readRelated(field, cell, context)
    case 'richtext':
      return readRichText(field, cell, context)
    case 'json':
      return readJson(field, cell, context)
    case 'file':
    case 'image':
      return readFile(field, cell, context)
    default:
      return readText(field, cell, context)
  }
}

function readOption(field: FormField, cell: Cell, context: CellContext): CellReading {
  const read = readText(field, cell, context)
  if ('problem' in read) return read
  const value = findOption(field, read.value)
  return value === undefined
    ? cellIssue(field, context, 'cell.choice', { text: truncate(read.value) })
    : { value }
}

/** That there is none, that there are two and that the caller may not see it are one thing to say. */
function readRelated(field: FormField, cell: Cell, context: CellContext): CellReading {
  const read = readText(field, cell, context)
  if ('problem' in read) return read
  const value = context.related.find(field.relation?.module ?? '', read.value)
  return value === undefined
    ? cellIssue(field, context, 'cell.no_match', { text: truncate(read.value) })
    : { value }
}

/** `name [no]`, as it is written, or the number alone. */
function readFile(field: FormField, cell: Cell, context: CellContext): CellReading {
  const read = readText(field, cell, context)
  if ('problem' in read) return read
  return { value: /\[([^[\]]+)\]\s*$/.exec(read.value)?.[1] ?? read.value }
}
