import { sql } from 'kysely'
import { encodeField, type StoredRow } from '../field-types/codec.ts'
import { type Stored } from '#server/engine/field-types/field-type.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import type { SqlCondition } from '#server/engine/field-types/filter-operators.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { whereVisible } from '../query/query-plan.ts'
import { isEditable, permissionColumns } from '#server/engine/query/access.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isAllowed } from '../schema/visible-fields.ts'
import { toRows, type LockedRow } from '../write/lock-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { anyOf, storedKey } from './stored-keys.ts'

/**
 * What a line says of the row that it means, as columns hold it; undefined when a part of it is missing.
 * @param values by field, a localized one by language
 */
export function matchKey(
  match: readonly SheetColumn[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const stored = match.map((column) => storedValue(column, values[column.key]))
  return stored.some((value) => value === null || value === '') ? undefined : JSON.stringify(stored)
}

/**
 * Finds the rows that lines mean, among those that exist for the caller, and holds them.
 * @param keys of {@link matchKey}
 */
export async function findMatches(
  context: WriteContext,
  module: ServerModule,
  match: readonly SheetColumn[],
  keys: readonly string[],
): Promise<Map<string, LockedRow[]>> {
  const found = new Map<string, LockedRow[]>()
  if (keys.length === 0) return found
  const { name } = module.definition
  const columns = match.map(columnOf)
  const lists = [...new Set(keys)].map((key) => JSON.parse(key) as Stored[])
  const where = anyOf(moduleTables(context.trx), name, columns, lists)
  for (const held of await holdRows(context, module, where)) {
    const key = storedKey(held.stored, columns, lists[0] ?? [])
    found.set(key, [...(found.get(key) ?? []), held])
  }
  return found
}

/** Finds rows by their ids, among those that exist for the caller, and holds them. */
export async function findByIds(
  context: WriteContext,
  module: ServerModule,
  ids: readonly string[],
): Promise<Map<string, LockedRow>> {
  if (ids.length === 0) return new Map()
  const where = sql`${sql.ref(`${module.definition.name}.id`)} in (${sql.join(ids)})`
  const held = await holdRows(context, module, where)
  return new Map(held.map((row) => [row.row.id, row]))
}

async function holdRows(
  context: WriteContext,
  module: ServerModule,
  where: SqlCondition,
): Promise<LockedRow[]> {
  const { trx, caller } = context
  const tables = moduleTables(trx)
  const lock = trx.isTransaction && isPostgres(tables) ? sql`for update` : sql``
  const shown = whereVisible(tables, module, caller, isAllowed(caller, module, 'drafts'))
  const { rows } = await sql<StoredRow>`
    select *, ${permissionColumns(tables, module, caller)} from ${sql.id(module.definition.name)}
    where ${where} and ${shown} ${lock}`.execute(trx)
  const wire = await toRows(context, module.definition, rows)
  return wire.flatMap((row, index) => {
    const stored = rows[index]
    return stored ? [{ stored, row, isEditable: isEditable(stored) }] : []
  })
}

function columnOf({ key, field, locale }: SheetColumn): string {
  const column = listFieldColumns(key, field).find((one) => one.locale === locale)
  if (!column) throw new TypeError(`${key} has no column to find rows by`)
  return column.name
}

function storedValue(column: SheetColumn, value: unknown): Stored {
  return encodeField(column.key, column.field, value)[columnOf(column)] ?? null
}
