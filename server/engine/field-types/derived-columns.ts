import traditionalToSimplified from 'opencc-js/dict/TSCharacters'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { createSimplifyHan } from '#contract/han-forms.ts'
import { toSearchText } from '#contract/search-text.ts'
import { toSortKeys } from '../../db/sort-keys.ts'
import { listFieldColumns } from './columns.ts'
import type { ColumnValue } from './field-type.ts'
import { getFieldType } from './index.ts'

/** Replaces traditional characters by simplified ones, in search texts and in search words. */
export const simplifyHan = createSimplifyHan(traditionalToSimplified)

/** Values of a row's columns by name. */
type Columns = Readonly<Record<string, ColumnValue>>

/** Derives columns from a row's other columns: computed fields, the search column and the sort keys. */
export type DeriveColumns = (columns: Columns) => Record<string, ColumnValue>

/** Prepares the derivation for a module. Loads the pinyin dictionary, which takes 16 MB of memory, only for computed fields. */
export async function prepareDerivation(definition: ModuleDefinition): Promise<DeriveColumns> {
  const fields = Object.entries(definition.fields)
  const searchedFields = fields.filter(([, field]) => field.searchable)
  const computedFields = fields.flatMap(([key, field]) =>
    field.computed ? [{ key, from: field.computed.field }] : [],
  )
  const toInitials = computedFields.length > 0 ? await loadInitials() : undefined
  return (columns) => {
    const derived: Record<string, ColumnValue> = {}
    for (const { key, from } of computedFields) {
      const sourceField = definition.fields[from]
      if (!sourceField || !toInitials) continue
      // Of a localized field the first text, which is Chinese: only its pinyin is worth searching.
      const [firstText = ''] = listTexts(from, sourceField, columns)
      derived[key] = toInitials(firstText)
    }
    const allColumns = { ...columns, ...derived }
    derived['search_text'] = toSearchText(
      searchedFields.flatMap(([key, field]) => listSearchedTexts(key, field, allColumns)),
      simplifyHan,
    )
    derived['sort_keys'] = toSortKeys(definition, allColumns)
    return derived
  }
}

/** Lists the texts of a field to index. A search matches beginnings of words, so initials are indexed from each syllable on. */
function listSearchedTexts(key: string, field: FieldDefinition, columns: Columns): string[] {
  const texts = listTexts(key, field, columns)
  const { toPlainText } = getFieldType(field)
  if (toPlainText) return texts.map((text) => toPlainText(parseStoredJson(text)))
  if (!field.computed) return texts
  return texts.flatMap((text) =>
    // The last syllable alone is not indexed: its single letter says too little.
    Array.from({ length: Math.max(1, text.length - 1) }, (_, from) => text.slice(from)),
  )
}

function parseStoredJson(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}

/** Lists the texts of a field's columns; of a localized field one for each language, Chinese first. */
function listTexts(key: string, field: FieldDefinition, columns: Columns): string[] {
  return listFieldColumns(key, field).map((column) => toText(columns[column.name]))
}

/** Converts the value of a column to text; one that nobody reads as text is empty. */
function toText(value: ColumnValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Loads the conversion of a Chinese text to the first letters of its syllables, lower case; other letters and digits stay. */
async function loadInitials(): Promise<(text: string) => string> {
  const { pinyin } = await import('pinyin-pro')
  return (text) =>
    pinyin(text, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
      .join('')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
}
