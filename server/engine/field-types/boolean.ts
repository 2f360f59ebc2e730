import type { Cell } from '#server/spreadsheets/cell.ts'
import { cellIssue, normalizeWidth, toColumnValue, type ServerFieldType } from './field-type.ts'
import { choiceOperators, compareColumn } from './filter-operators.ts'

/** Texts of cells that mean true or false. `x` is missing on purpose: in some sheets it means yes, in others no. */
const booleansByText = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1', '是', '对', '真', '✓', '✔', '√', '☑', '✅'].map(
    (text) => [text, true] as const,
  ),
  ...['false', 'f', 'no', 'n', 'off', '0', '否', '不是', '错', '假', '×', '✗', '✘', '☐', '❌'].map(
    (text) => [text, false] as const,
  ),
])

export const boolean: ServerFieldType = {
  column: 'boolean',
  encode: toColumnValue,
  // SQLite has integers only.
  decode: (stored) => stored === true || stored === 1,
  readCell: (field, cell, context) => {
    if (typeof cell === 'boolean') return { value: cell }
    const value = booleansByText.get(toText(cell))
    return value === undefined ? cellIssue(field, context, 'cell.boolean') : { value }
  },
  writeCell: (_, value) => (typeof value === 'boolean' ? value : String(value)),
  cellWidth: 10,
  cellHint: { 'zh-CN': 'TRUE 或 FALSE', en: 'TRUE or FALSE' },
  operators: choiceOperators,
  compare: compareColumn,
  index: 'choice',
  jsonSchema: () => ({ type: 'boolean' }),
  hasShape: (value) => typeof value === 'boolean',
}

function toText(cell: Exclude<Cell, boolean>): string {
  // Variation selectors only change whether a sign is shown as a picture.
  if (typeof cell === 'string')
    return normalizeWidth(cell)
      .replaceAll(/[\uFE0E\uFE0F]/g, '')
      .toLowerCase()
  return cell.kind === 'number' ? String(cell.value) : ''
}
