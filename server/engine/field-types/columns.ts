import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { localizedColumn } from '../../db/module-tables.ts'
import type { ColumnKind } from './field-type.ts'
import { blindIndexColumn } from './id-number.ts'
import { getFieldType } from './index.ts'

/** One column of a module's table. */
export interface Column {
  name: string
  kind: ColumnKind
  /** Key of the field whose value it holds; empty for a column of no field. */
  field: string
  /** The language of a localized field's column. */
  locale?: Locale
  /** True for a column that is not null. */
  required: boolean
}

/** Fields of every module whose columns are among {@link systemColumns}. */
const systemFieldKeys = new Set(['id', 'version', 'created_at', 'updated_at'])

/** Columns of every module's table that none of its fields defines. */
export const systemColumns: readonly Column[] = [
  { name: 'id', kind: 'text', field: 'id', required: true },
  { name: 'version', kind: 'integer', field: 'version', required: true },
  { name: 'created_at', kind: 'text', field: 'created_at', required: true },
  { name: 'updated_at', kind: 'text', field: 'updated_at', required: true },
  { name: 'deleted_at', kind: 'text', field: '', required: false },
  { name: 'source', kind: 'text', field: '', required: false },
  { name: 'source_key', kind: 'text', field: '', required: false },
  { name: 'search_text', kind: 'text', field: '', required: true },
  { name: 'sort_keys', kind: 'text', field: '', required: true },
]

const columnsByModule = new WeakMap<ModuleDefinition, readonly Column[]>()

/** Lists the columns of a module's own fields. */
export function listColumns(definition: ModuleDefinition): readonly Column[] {
  let columns = columnsByModule.get(definition)
  if (!columns) {
    columns = Object.entries(definition.fields)
      .filter(([key]) => !systemFieldKeys.has(key))
      .flatMap(([key, field]) => listFieldColumns(key, field))
    columnsByModule.set(definition, columns)
  }
  return columns
}

/** Cache of the columns of each field, with the key for which they were listed last. */
const columnsByField = new WeakMap<FieldDefinition, { key: string; columns: Column[] }>()

/** Lists the columns of one field: one, one for each language, or a ciphertext and its blind index. */
export function listFieldColumns(key: string, field: FieldDefinition): readonly Column[] {
  const cached = columnsByField.get(field)
  // Definitions may share a field object, even under two keys.
  if (cached?.key === key) return cached.columns
  const columns = createColumns(key, field)
  columnsByField.set(field, { key, columns })
  return columns
}

function createColumns(key: string, field: FieldDefinition): Column[] {
  const { column: kind, isSealed = false } = getFieldType(field)
  const { required } = field
  if (isSealed) return [key, blindIndexColumn(key)].map((name) => ({ name, kind, field: key, required }))
  if (!field.localized) return [{ name: key, kind, field: key, required }]
  return locales.map((locale) => ({ name: localizedColumn(key, locale), kind, field: key, locale, required }))
}
