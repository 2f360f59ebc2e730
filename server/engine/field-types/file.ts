import { isPlainObject } from '#contract/form/form-shape.ts'
import { maxFileNoLength } from '#contract/form/patterns.ts'
import type { FileValue } from '#contract/row.ts'
import type { ServerFieldType } from './field-type.ts'
import { compareColumn, presenceOperators } from './filter-operators.ts'
import { readText } from './text.ts'

/** A stored file: its number in the column, a description of the file on the wire. Also the type of images. */
export const file: ServerFieldType = {
  column: 'text',
  encode: (value) => (typeof value === 'string' ? value : (value as FileValue).no),
  decode: (stored, files) => files.get(stored as string) ?? null,
  // `name [no]`, as it is written, or the number alone.
  readCell: (field, cell, context) => {
    const read = readText(field, cell, context)
    if ('issue' in read) return read
    return { value: /\[([^[\]]+)\]\s*$/.exec(read.value)?.[1] ?? read.value }
  },
  writeCell: (_, value) =>
    isPlainObject(value) ? `${String(value['name'])} [${String(value['no'])}]` : String(value),
  cellWidth: 20,
  cellHint: { 'zh-CN': '文本', en: 'Text' },
  operators: presenceOperators,
  compare: compareColumn,
  jsonSchema: () => {
    const no = { type: 'string', minLength: 1, maxLength: maxFileNoLength }
    return { anyOf: [no, { type: 'object', properties: { no }, required: ['no'] }] }
  },
  hasShape: (value) => typeof value === 'string' || (isPlainObject(value) && typeof value['no'] === 'string'),
  isFile: true,
}
