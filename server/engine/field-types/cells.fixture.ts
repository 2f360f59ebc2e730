import { expect } from 'vitest'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { errorText } from '#server/http/error-texts.ts'
import type { Cell, DateCell, NumberCell } from '#server/spreadsheets/cell.ts'
import type { CellContext } from './field-type.ts'
import { createLabelIndex } from '#server/engine/query/labels.ts'
import { readCell } from './cells.ts'
import type { SheetColumn } from './sheet-columns.ts'

const both = (text: string) => ({ 'zh-CN': text, en: text })

/** A column of a field that is not localized, or of one of its languages. */
export const columnOf = (field: FieldDefinition, locale?: Locale): SheetColumn => ({
  path: 'field',
  key: 'field',
  field,
  label: field.label,
  ...(locale && { locale }),
})

/** Ids of the rows of the only other module, `others`. */
export const otherIds = ['o1', 'o2', 'o3', 'o4', 'o5']

/** What cells are read with: five other rows, of which two have the same label. */
export function contextIn(locale: Locale, zone = 'Asia/Shanghai'): CellContext {
  const index = createLabelIndex(locale)
  index.add('o1', { 'zh-CN': '一号厅', en: 'Hall 1' })
  index.add('o2', both('Same'))
  index.add('o3', both('Same'))
  index.add('o4', both('a; "b"'))
  index.add('o5', both('007'))
  return {
    locale,
    zone,
    related: {
      find: (module, text) => (module === 'others' ? index.find(text) : undefined),
      formatLabel: (_, id) => index.formatLabel(id),
    },
  }
}

export const numberCell = (value: number, format?: string): NumberCell => ({
  kind: 'number',
  value,
  ...(format !== undefined && { format }),
})

export const dateCell = (date?: string, time?: string): DateCell => ({
  kind: 'date',
  ...(date !== undefined && { date }),
  ...(time !== undefined && { time }),
})

/** What a cell is to a field; a problem is told by its key, and has a text in both languages. */
export function meaning(field: FieldDefinition, cell: Cell, zone?: string): unknown {
  const read = readCell(columnOf(field), cell, contextIn('en', zone))
  if (!read || 'value' in read) return read?.value
  const { key, params } = read.issue
  for (const locale of locales) expect(errorText(key, locale, params)).not.toMatch(/^cell\.|\{\{/)
  return key
}
