import { sql } from 'kysely'
import type { Values } from '#contract/form/form-shape.ts'
import { clientRowIdKey } from '#contract/row.ts'
import type { Column } from '#server/db/module-tables.ts'
import { moduleTables } from '../../db/module-tables.ts'
import type { ServerModule } from './server-module.ts'
import type { WriteContext } from './write-context.ts'

/** Holds the id that the device of its owner gave a row before the server gave it one. */
export const clientRowIdColumn: Column = { name: clientRowIdKey, kind: 'text', field: '', required: false }

/** Field of the owner, in modules whose rows keep the ids that devices give them: those that people write for themselves. */
export function clientRowOwnerOf({
  ownership,
  isRecord,
}: Pick<ServerModule, 'ownership' | 'isRecord'>): string | undefined {
  return isRecord ? undefined : ownership?.field
}

/** The caller's row that was made under this id: its create comes once more, since the answer was lost. */
export async function findMadeRow(
  { trx, caller }: WriteContext,
  module: ServerModule,
  clientRowId: string,
): Promise<string | undefined> {
  const owner = clientRowOwnerOf(module)
  if (owner === undefined || caller.kind !== 'user') return undefined
  const { rows } = await sql<{ id: string }>`select id from ${sql.id(module.definition.name)}
    where ${sql.ref(owner)} = ${caller.id} and ${sql.ref(clientRowIdKey)} = ${clientRowId}
    and deleted_at is null`.execute(moduleTables(trx))
  return rows[0]?.id
}

/** The id to store with a new row: only a row of the caller's own has one. */
export function ownClientRowId(
  { caller }: Pick<WriteContext, 'caller'>,
  module: ServerModule,
  row: Values,
  clientRowId: string | undefined,
): string | undefined {
  const owner = clientRowOwnerOf(module)
  const isOwn = owner !== undefined && caller.kind === 'user' && row[owner] === caller.id
  return isOwn ? clientRowId : undefined
}
