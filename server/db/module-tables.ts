import { PostgresAdapter, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'

/** Tables whose names and columns are known at run time only. */
export type ModuleTables = Record<string, Record<string, unknown>>

/** The same connection or transaction, for tables that definitions name. */
export function moduleTables(kysely: Kysely<Tables>): Kysely<ModuleTables> {
  return kysely as unknown as Kysely<ModuleTables>
}

/** A boolean as the connection's database holds it: SQLite has integers only. */
export function toDialectValue<Value>(kysely: Kysely<ModuleTables>, value: Value): Value | number {
  if (typeof value !== 'boolean' || isPostgres(kysely)) return value
  return value ? 1 : 0
}

/** True when the connection's database is PostgreSQL. */
export function isPostgres(kysely: Kysely<ModuleTables>): boolean {
  return kysely.getExecutor().adapter instanceof PostgresAdapter
}

/** How a column holds its values; `json` is JSON in a text column. */
export type ColumnKind = 'text' | 'integer' | 'real' | 'boolean' | 'json'

/** One column of a module's table. */
export interface Column {
  name: string
  kind: ColumnKind
  /** The field whose value it holds. */
  field: string
  /** The language of a localized field's column. */
  locale?: Locale
  required: boolean
}

const kinds: Partial<Record<FieldDefinition['type'], ColumnKind>> = {
  integer: 'integer',
  decimal: 'real',
  boolean: 'boolean',
  richtext: 'json',
  json: 'json',
  list: 'json',
  enum_set: 'json',
}

/** Fields of every row that are columns of the same name, made by {@link systemColumns}. */
const systemNames = new Set(['id', 'version', 'created_at', 'updated_at'])

/** Columns of every module's table that no field of its own fills. */
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

const known = new WeakMap<ModuleDefinition, readonly Column[]>()

/** The columns of a module's own fields, derived from its definition. */
export function listColumns(definition: ModuleDefinition): readonly Column[] {
  let columns = known.get(definition)
  if (!columns) {
    columns = Object.entries(definition.fields)
      .filter(([key]) => !systemNames.has(key))
      .flatMap(([key, field]) => listFieldColumns(key, field))
    known.set(definition, columns)
  }
  return columns
}

const knownOfField = new WeakMap<FieldDefinition, { key: string; columns: Column[] }>()

/** The columns of one field: one, one for each language, or a sealed text and its blind index. */
export function listFieldColumns(key: string, field: FieldDefinition): readonly Column[] {
  const found = knownOfField.get(field)
  // Some definitions share a field; hardly ever under two names.
  if (found?.key === key) return found.columns
  const columns = makeColumns(key, field)
  knownOfField.set(field, { key, columns })
  return columns
}

function makeColumns(key: string, field: FieldDefinition): Column[] {
  const kind = field.relation?.many ? 'json' : (kinds[field.type] ?? 'text')
  const { required } = field
  if (field.type === 'id_number')
    return [key, blindIndexColumn(key)].map((name) => ({ name, kind, field: key, required }))
  if (!field.localized) return [{ name: key, kind, field: key, required }]
  return locales.map((locale) => ({ name: localizedColumn(key, locale), kind, field: key, locale, required }))
}

/** Column of the HMAC by which equal ID numbers are found. */
export function blindIndexColumn(key: string): string {
  return `${key}_index`
}

/** `title` in `zh-CN` is the column `title_zh_cn`. */
export function localizedColumn(key: string, locale: Locale): string {
  return `${key}_${locale.toLowerCase().replace('-', '_')}`
}
