import type { FormField } from '#contract/form/form-shape.ts'
import type { Localized } from '#contract/locale.ts'
import { rowIdPattern } from '#contract/row.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import {
  cellIssue,
  toStored,
  truncate,
  type CellContext,
  type CellReading,
  type ServerFieldType,
} from './field-type.ts'
import { choiceOperators, compareColumn } from './filter-operators.ts'
import { arraySchema, arrayType, readItems, writeItems } from './list.ts'
import { readText } from './text.ts'

const hint: Localized = { 'zh-CN': '名称或编号', en: 'Name or id' }
const idSchema = { type: 'string', pattern: rowIdPattern }

/** The id of one row of another module. */
export const relation: ServerFieldType = {
  column: 'text',
  encode: toStored,
  decode: (stored) => stored,
  readCell: readRelated,
  writeCell: formatRelated,
  cellWidth: 20,
  cellHint: hint,
  operators: choiceOperators,
  compare: compareColumn,
  index: 'choice',
  jsonSchema: () => idSchema,
  hasShape: (value) => typeof value === 'string',
}

/** The ids of several rows, of a relation with `many`. */
export const relationToMany: ServerFieldType = {
  ...arrayType,
  readCell: (field, cell, context) => readItems(field, cell, context, readRelated),
  writeCell: (field, value, context) => writeItems(value, (item) => formatRelated(field, item, context)),
  cellHint: {
    'zh-CN': `${hint['zh-CN']}；${arrayType.cellHint['zh-CN']}`,
    en: `${hint.en}. ${arrayType.cellHint.en}`,
  },
  jsonSchema: (field) => arraySchema(field, idSchema, true),
}

/** Reports no match, several matches and a row that the caller may not see with the same issue, so that it reveals nothing. */
function readRelated(field: FormField, cell: Cell, context: CellContext): CellReading {
  const read = readText(field, cell, context)
  if ('problem' in read) return read
  const value = context.related.find(field.relation?.module ?? '', read.value)
  return value === undefined
    ? cellIssue(field, context, 'cell.no_match', { text: truncate(read.value) })
    : { value }
}

function formatRelated(field: FormField, id: unknown, { related }: CellContext): string {
  return related.labelOf(field.relation?.module ?? '', String(id))
}
