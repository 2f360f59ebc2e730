import { pinyin } from 'pinyin-pro'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { toSearchText } from '#contract/search-text.ts'
import { columnsOfField } from './columns.ts'
import type { Stored } from './codec.ts'

/** What the server makes of a row's other columns: computed fields and the search column. */
export function derivedColumns(
  definition: ModuleDefinition,
  columns: Readonly<Record<string, Stored>>,
): Record<string, Stored> {
  const fields = Object.entries(definition.fields)
  const derived: Record<string, Stored> = {}
  for (const [key, field] of fields) {
    const { computed } = field
    const source = computed && definition.fields[computed.field]
    if (computed && source) derived[key] = initialsOf(textsOf(computed.field, source, columns)[0] ?? '')
  }
  const all = { ...columns, ...derived }
  const searched = fields.filter(([, field]) => field.searchable)
  derived['search_text'] = toSearchText(searched.flatMap(([key, field]) => textsOf(key, field, all)))
  return derived
}

function textsOf(key: string, field: FieldDefinition, columns: Readonly<Record<string, Stored>>): string[] {
  return columnsOfField(key, field).map((column) => textOf(columns[column.name]))
}

function textOf(value: Stored | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** First letters of the syllables of a Chinese text, lower case; other letters and digits stay (offline.md 6). */
function initialsOf(text: string): string {
  const letters = pinyin(text, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
  return letters
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
