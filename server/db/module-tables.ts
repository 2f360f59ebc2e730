import { PostgresAdapter, type Kysely } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import type { Tables } from './tables.ts'

/** Tables whose names and columns are known at run time only. */
export type ModuleTables = Record<string, Record<string, unknown>>

/** Types a connection or transaction for tables whose names the compiler does not know; at run time it is the same. */
export function moduleTables(kysely: Kysely<Tables>): Kysely<ModuleTables> {
  return kysely as unknown as Kysely<ModuleTables>
}

/** Converts a boolean to what the connection's database stores: SQLite has integers only. Other values are unchanged. */
export function toDialectValue<Value>(kysely: Kysely<ModuleTables>, value: Value): Value | number {
  if (typeof value !== 'boolean' || isPostgres(kysely)) return value
  return value ? 1 : 0
}

/** True when the connection's database is PostgreSQL. */
export function isPostgres(kysely: Kysely<ModuleTables>): boolean {
  return kysely.getExecutor().adapter instanceof PostgresAdapter
}

/** Names the column of a localized field in one language: `title` in `zh-CN` is `title_zh_cn`. @param key key of the field */
export function localizedColumn(key: string, locale: Locale): string {
  return `${key}_${locale.toLowerCase().replace('-', '_')}`
}
