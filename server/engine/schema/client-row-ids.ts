import { sql } from 'kysely'
import type { Values } from '#contract/form/form-shape.ts'
import { clientRowIdKey } from '#contract/row.ts'
import type { Column } from '../field-types/columns.ts'
import { moduleTables } from '../../db/module-tables.ts'
import type { ServerModule } from './server-module.ts'
import type { WriteContext } from './write-hooks.ts'

/** Column of the client row id: the id that the owner's device gave a row before the server assigned one. */
export const clientRowIdColumn: Column = { name: clientRowIdKey, kind: 'text', field: '', required: false }

/** Finds the owner's field in modules that store client row ids: those whose rows users write for themselves. */
export function findClientRowOwner({
  ownership,
  isServerWritten,
}: Pick<ServerModule, 'ownership' | 'isServerWritten'>): string | undefined {
  return isServerWritten ? undefined : ownership?.field
}

/**
 * Finds the id of the caller's row with this client row id: a client that missed the response of a create repeats the request.
 */
export async function findRowByClientRowId(
  { trx, caller }: WriteContext,
  module: ServerModule,
  clientRowId: string,
): Promise<string | undefined> {
  const owner = findClientRowOwner(module)
  if (owner === undefined || caller.kind !== 'user') return undefined
  const { rows } = await sql<{ id: string }>`select id from ${sql.id(module.definition.name)}
    where ${sql.ref(owner)} = ${caller.id} and ${sql.ref(clientRowIdKey)} = ${clientRowId}
    and deleted_at is null`.execute(moduleTables(trx))
  return rows[0]?.id
}

/** Selects the client row id to store with a new row; undefined for a row that is not the caller's own. */
export function selectClientRowId(
  { caller }: Pick<WriteContext, 'caller'>,
  module: ServerModule,
  row: Values,
  clientRowId: string | undefined,
): string | undefined {
  const owner = findClientRowOwner(module)
  const isOwn = owner !== undefined && caller.kind === 'user' && row[owner] === caller.id
  return isOwn ? clientRowId : undefined
}
