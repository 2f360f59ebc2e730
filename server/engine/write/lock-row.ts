import { sql, type Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { matchesCondition } from '#contract/form/matches.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Caller } from '#server/http/caller.ts'
import { findFiles } from '#server/files/find-files.ts'
import { decodeField, listFileNos, type StoredRow, type TrustedRow } from '../field-types/codec.ts'
import type { SqlFragment } from '#server/engine/field-types/filter-operators.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { createHttpError } from '#server/errors.ts'
import { whereInScope, whereVisible } from '../query/query-plan.ts'
import { isEditable, selectPermissionColumns } from '#server/engine/query/access.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, isAllowed } from '../schema/visible-fields.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Tables } from '#server/db/client.ts'

/** A row that is locked until the transaction ends. */
export interface LockedRow {
  /** The row as columns. */
  stored: StoredRow
  /** The row as wire values of all its fields, whether the caller sees them or not. */
  row: TrustedRow
  /** True when the caller may edit and delete it in its present state. */
  isEditable: boolean
}

/** True when the caller owns the row. */
export function isOwnRow(
  { caller }: WriteContext,
  { ownership }: ServerModule,
  { stored }: LockedRow,
): boolean {
  return caller.kind === 'user' && ownership !== undefined && stored[ownership.field] === caller.id
}

/** Finds and locks a row that is visible to the caller. Undefined for others; {@link getLockedRow} throws instead. */
export function lockRow(
  context: WriteContext,
  module: ServerModule,
  id: string,
): Promise<LockedRow | undefined> {
  const { trx, caller } = context
  return findAndLock(
    context,
    module,
    id,
    whereVisible(moduleTables(trx), module, caller, isAllowed(caller, module, 'drafts')),
  )
}

/** Finds and locks a row that is visible to the caller, deleted or not. */
export function lockRowOrDeleted(
  context: WriteContext,
  module: ServerModule,
  id: string,
): Promise<LockedRow | undefined> {
  const { trx, caller } = context
  return findAndLock(
    context,
    module,
    id,
    whereInScope(moduleTables(trx), module, caller, isAllowed(caller, module, 'drafts')),
  )
}

/**
 * Gets and locks a row.
 * @throws HttpError `row.deleted` when it was visible to the caller until its deletion, else `not_found`
 */
export async function getLockedRow(
  context: WriteContext,
  module: ServerModule,
  id: string,
): Promise<LockedRow> {
  const locked = await lockRow(context, module, id)
  if (locked) return locked
  throw createHttpError((await lockRowOrDeleted(context, module, id)) ? 'row.deleted' : 'not_found')
}

/** Finds and locks the row with this id if it matches a condition. */
async function findAndLock(
  context: WriteContext,
  module: ServerModule,
  id: string,
  where: SqlFragment,
): Promise<LockedRow | undefined> {
  const { trx, caller } = context
  const { definition } = module
  const tables = moduleTables(trx)
  const lock = isPostgres(tables) ? sql`for update` : sql``
  const { rows } = await sql<StoredRow>`
    select *, ${selectPermissionColumns(tables, module, caller)} from ${sql.id(definition.name)}
    where ${sql.ref(`${definition.name}.id`)} = ${id} and ${where} ${lock}`.execute(trx)
  const [stored] = rows
  return (
    stored && { stored, row: await decodeRow(context, definition, stored), isEditable: isEditable(stored) }
  )
}

/**
 * True when a version of a row is in the scope of the caller's permission. Callers do not see versions that were out of their
 * scope, even of a row that is in it now.
 */
export function isInScope(caller: Caller, module: ServerModule, values: Values): boolean {
  return (findModulePermission(caller, module)?.scope ?? []).every((item) =>
    'is' in item
      ? caller.kind === 'user' && values[item.param] === caller.id
      : matchesCondition(module.definition, item, values, () => undefined),
  )
}

/** Decodes a stored row with all fields of its module. */
export async function decodeRow(
  context: Pick<WriteContext, 'trx'>,
  definition: ModuleDefinition,
  stored: StoredRow,
): Promise<TrustedRow> {
  const [row] = await decodeRows(context, definition, [stored])
  // Cannot happen; for the compiler.
  if (!row) throw new TypeError('a stored row is a row')
  return row
}

/** Decodes several stored rows, in their order. */
export async function decodeRows(
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

/** Lists every field, for conditions that a definition contains. */
export function allFields(definition: ModuleDefinition): ReadonlyMap<string, FieldDefinition> {
  return new Map(Object.entries(definition.fields))
}

/**
 * Gets the name of the advisory lock on all rows of a module. Single writes take it shared before any other lock, so that they
 * cannot deadlock with {@link lockModule}.
 */
export function getModuleLockName(module: string): string {
  return `rows of ${module}`
}

/**
 * Locks all rows of a module for a transaction that writes many of them: no other write of the module runs until this one
 * ends.
 */
export function lockModule(trx: Kysely<Tables>, module: string): Promise<void> {
  return lockExclusive(trx, getModuleLockName(module))
}
