import type { FieldDefinition } from '#contract/field-definition.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { toSearchText } from '#contract/search-text.ts'
import { listFieldColumns } from '#server/db/module-tables.ts'
import type { Stored } from './codec.ts'
import { simplifyHan } from './simplify-han.ts'
import { toSortKeys } from '../../db/sort-keys.ts'

type Columns = Readonly<Record<string, Stored>>

/** Makes what the server derives from a row's other columns: computed fields, the search column and the sort keys. */
export type DeriveColumns = (columns: Columns) => Record<string, Stored>

/** Prepares the derivation for a module. The dictionary of pinyin is 16 MB in memory: only who writes loads it. */
export async function prepareDerivation(definition: ModuleDefinition): Promise<DeriveColumns> {
  const fields = Object.entries(definition.fields)
  const searched = fields.filter(([, field]) => field.searchable)
  const computed = fields.flatMap(([key, field]) =>
    field.computed ? [{ key, from: field.computed.field }] : [],
  )
  const toInitials = computed.length > 0 ? await loadInitials() : undefined
  return (columns) => {
    const derived: Record<string, Stored> = {}
    for (const { key, from } of computed) {
      const source = definition.fields[from]
      if (source && toInitials) derived[key] = toInitials(textsOf(from, source, columns)[0] ?? '')
    }
    const all = { ...columns, ...derived }
    derived['search_text'] = toSearchText(
      searched.flatMap(([key, field]) => searchedTexts(key, field, all)),
      simplifyHan,
    )
    derived['sort_keys'] = toSortKeys(definition, all)
    return derived
  }
}

/** A search finds beginnings of words: initials are found from each of their syllables on. */
function searchedTexts(key: string, field: FieldDefinition, columns: Columns): string[] {
  const texts = textsOf(key, field, columns)
  if (field.type === 'richtext') return texts.map((text) => toPlainText(parseStored(text)))
  if (!field.computed) return texts
  return texts.flatMap((text) =>
    Array.from({ length: Math.max(1, text.length - 1) }, (_, from) => text.slice(from)),
  )
}

function parseStored(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}

function textsOf(key: string, field: FieldDefinition, columns: Columns): string[] {
  return listFieldColumns(key, field).map((column) => textOf(columns[column.name]))
}

function textOf(value: Stored | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** First letters of the syllables of a Chinese text, lower case; other letters and digits stay (offline.md 6). */
async function loadInitials(): Promise<(text: string) => string> {
  const { pinyin } = await import('pinyin-pro')
  return (text) =>
    pinyin(text, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
      .join('')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
}
