import type { WireRow } from '../field-types/codec.ts'
import { findRow } from '../query/list-rows.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { canQueryDrafts, isAllowed } from '../schema/visible-fields.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** The row as the caller sees it after a write; only its id when the caller sees it no more, or never could. */
export async function toRowResponse(
  { trx, caller }: WriteContext,
  module: ServerModule,
  id: string,
): Promise<WireRow> {
  if (!isAllowed(caller, module, 'read')) return { id }
  return (await findRow(trx, module, caller, { id, drafts: canQueryDrafts(caller, module) })) ?? { id }
}
