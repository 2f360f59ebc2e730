import type { FieldDefinition, FieldType } from '#contract/field-definition.ts'
import type { Locale, Localized } from '#contract/locale.ts'
import type { OutCell } from '#server/spreadsheets/cell.ts'
import type { SheetColumn } from '../field-types/sheet-column.ts'

/** Name of the sheet that says what each column takes. */
export const hintsName: Localized = { 'zh-CN': '填写说明', en: 'How to fill it in' }

/** What stands above the hints. */
export const hintsHeader: Readonly<Record<Locale, readonly OutCell[]>> = {
  'zh-CN': ['列', '填写什么', '选项', '说明'],
  en: ['Column', 'What it takes', 'Choices', 'Note'],
}

const text: Localized = { 'zh-CN': '文本', en: 'Text' }
const several: Localized = { 'zh-CN': '可多项，以“;”分隔', en: 'Several, separated by ;' }
const related: Localized = { 'zh-CN': '名称或编号', en: 'Name or id' }

const takes: Partial<Record<FieldType, Localized>> = {
  id: {
    'zh-CN': '已有记录的编号；新记录留空',
    en: 'Id of a record that is there; empty for a new one',
  },
  integer: { 'zh-CN': '整数', en: 'Whole number' },
  decimal: { 'zh-CN': '数字', en: 'Number' },
  boolean: { 'zh-CN': 'TRUE 或 FALSE', en: 'TRUE or FALSE' },
  date: { 'zh-CN': '日期，如 2023-09-05', en: 'Day, as 2023-09-05' },
  time: { 'zh-CN': '时间，如 09:30', en: 'Time of day, as 09:30' },
  datetime: { 'zh-CN': '日期和时间，如 2023-09-05 09:30', en: 'Day and time, as 2023-09-05 09:30' },
  enum: { 'zh-CN': '选项之一', en: 'One of the choices' },
  enum_set: several,
  list: several,
}

/** A line for a column: what it is called, what it takes, and its choices. */
export function listColumnHints({ field, label }: SheetColumn, locale: Locale): OutCell[] {
  const choices = (field.options ?? []).map((option) => option.label[locale]).join('\n')
  return [label[locale], takesOf(field)[locale], choices, field.help?.[locale] ?? '']
}

function takesOf(field: FieldDefinition): Localized {
  if (!field.relation) return takes[field.type] ?? text
  if (!field.relation.many) return related
  return { 'zh-CN': `${related['zh-CN']}；${several['zh-CN']}`, en: `${related.en}. ${several.en}` }
}
