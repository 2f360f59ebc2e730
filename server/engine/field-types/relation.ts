import type { FormField } from '#contract/form/form-shape.ts'
import type { Localized } from '#contract/locale.ts'
import { rowIdPattern } from '#contract/row.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import {
  cellIssue,
  toColumnValue,
  truncate,
  type CellContext,
  type CellReading,
  type ServerFieldType,
} from './field-type.ts'
import { choiceOperators, compareColumn } from './filter-operators.ts'
import { arraySchema, arrayType, readItems, writeItems } from './list.ts'
import { readText } from './text.ts'

const singleRowHint: Localized = { 'zh-CN': '名称或编号', en: 'Name or id' }
const idSchema = { type: 'string', pattern: rowIdPattern }

/** The id of one row of another module. */
export const relation: ServerFieldType = {
  column: 'text',
  encode: toColumnValue,
  decode: (stored) => stored,
  readCell: readRelatedRow,
  writeCell: formatRelatedRow,
  cellWidth: 20,
  cellHint: singleRowHint,
  operators: choiceOperators,
  compare: compareColumn,
  index: 'choice',
  jsonSchema: () => idSchema,
  hasShape: (value) => typeof value === 'string',
}

/** The ids of several rows, of a relation with `many`. */
export const relationToMany: ServerFieldType = {
  ...arrayType,
  readCell: (field, cell, context) => readItems(field, cell, context, readRelatedRow),
  writeCell: (field, value, context) => writeItems(value, (item) => formatRelatedRow(field, item, context)),
  cellHint: {
    'zh-CN': `${singleRowHint['zh-CN']}；${arrayType.cellHint['zh-CN']}`,
    en: `${singleRowHint.en}. ${arrayType.cellHint.en}`,
  },
  jsonSchema: (field) => arraySchema(field, idSchema, true),
}

/**
 * Reads the row that a cell names. No match, several matches and a row that the caller may not see cause the same issue, which
 * reveals nothing.
 */
function readRelatedRow(field: FormField, cell: Cell, context: CellContext): CellReading {
  const read = readText(field, cell, context)
  if ('issue' in read) return read
  const value = context.related.find(field.relation?.module ?? '', read.value)
  return value === undefined
    ? cellIssue(field, context, 'cell.no_match', { text: truncate(read.value) })
    : { value }
}

function formatRelatedRow(field: FormField, id: unknown, { related }: CellContext): string {
  return related.formatLabel(field.relation?.module ?? '', String(id))
}
