import { sql } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { matchesCondition } from '#contract/form/matches.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Caller } from '#server/http/caller.ts'
import { findFiles } from '#server/files/find-files.ts'
import { decodeField, listFileNos, type StoredRow, type TrustedRow } from '../field-types/codec.ts'
import type { SqlCondition } from '#server/engine/field-types/filter-operators.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { createHttpError } from '#server/errors.ts'
import { whereInScope, whereVisible } from '../query/query-plan.ts'
import { isEditable, permissionColumns } from '#server/engine/query/access.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, isAllowed } from '../schema/visible-fields.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** A row that is held until the transaction ends. */
export interface LockedRow {
  stored: StoredRow
  row: TrustedRow
  /** True when the caller may edit and delete it in its present state. */
  isEditable: boolean
}

/** Whether the row belongs to the caller. */
export function isOwnRow(
  { caller }: WriteContext,
  { ownership }: ServerModule,
  { stored }: LockedRow,
): boolean {
  return caller.kind === 'user' && ownership !== undefined && stored[ownership.field] === caller.id
}

/** Finds a row that exists for the caller, and holds it. */
export function lockRow(
  context: WriteContext,
  module: ServerModule,
  id: string,
): Promise<LockedRow | undefined> {
  const { trx, caller } = context
  return holdWhere(
    context,
    module,
    id,
    whereVisible(moduleTables(trx), module, caller, isAllowed(caller, module, 'drafts')),
  )
}

/** Finds a row that exists for the caller, or did before it was deleted, and holds it. */
export function lockRowOrDeleted(
  context: WriteContext,
  module: ServerModule,
  id: string,
): Promise<LockedRow | undefined> {
  const { trx, caller } = context
  return holdWhere(
    context,
    module,
    id,
    whereInScope(moduleTables(trx), module, caller, isAllowed(caller, module, 'drafts')),
  )
}

/**
 * The row that somebody works with, held.
 * @throws Refusal `row.deleted` when it existed for the caller until somebody deleted it, else `not_found`
 */
export async function getHeld(context: WriteContext, module: ServerModule, id: string): Promise<LockedRow> {
  const held = await lockRow(context, module, id)
  if (held) return held
  throw createHttpError((await lockRowOrDeleted(context, module, id)) ? 'row.deleted' : 'not_found')
}

async function holdWhere(
  context: WriteContext,
  module: ServerModule,
  id: string,
  where: SqlCondition,
): Promise<LockedRow | undefined> {
  const { trx, caller } = context
  const { definition } = module
  const tables = moduleTables(trx)
  const lock = isPostgres(tables) ? sql`for update` : sql``
  const { rows } = await sql<StoredRow>`
    select *, ${permissionColumns(tables, module, caller)} from ${sql.id(definition.name)}
    where ${sql.ref(`${definition.name}.id`)} = ${id} and ${where} ${lock}`.execute(trx)
  const [stored] = rows
  return stored && { stored, row: await toRow(context, definition, stored), isEditable: isEditable(stored) }
}

/** True when a row as it once was existed for the caller: what was kept from them then is not told later. */
export function wasInScope(caller: Caller, module: ServerModule, values: Values): boolean {
  return (findModulePermission(caller, module)?.scope ?? []).every((item) =>
    'is' in item
      ? caller.kind === 'user' && values[item.param] === caller.id
      : matchesCondition(module.definition, item, values, () => undefined),
  )
}

/** A stored row with all its fields in the wire's shape. */
export async function toRow(
  context: Pick<WriteContext, 'trx'>,
  definition: ModuleDefinition,
  stored: StoredRow,
): Promise<TrustedRow> {
  const [row] = await toRows(context, definition, [stored])
  if (!row) throw new TypeError('a stored row is a row')
  return row
}

/** The same for several, in their order. */
export async function toRows(
  { trx }: Pick<WriteContext, 'trx'>,
  definition: ModuleDefinition,
  rows: readonly StoredRow[],
): Promise<TrustedRow[]> {
  const fields = Object.entries(definition.fields)
  const files = await findFiles(trx, listFileNos(fields, rows))
  return rows.map((stored) => ({
    ...Object.fromEntries(fields.map(([key, field]) => [key, decodeField(key, field, stored, files)])),
    id: String(stored['id']),
    version: Number(stored['version']),
    source: stored['source'] as string | null,
    source_key: stored['source_key'] as string | null,
  }))
}

/** Every field, for conditions of the definition's own. */
export function allFields(definition: ModuleDefinition): ReadonlyMap<string, FieldDefinition> {
  return new Map(Object.entries(definition.fields))
}
