import type { Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Tables } from '#server/db/client.ts'
import { softDeleteRows } from '#server/engine/write/write-rows.ts'
import { findReferred } from './references.ts'

/** Removes those of some rows that nothing refers to. @returns how many were removed */
export async function removeUnused(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  ids: readonly string[],
  now: string | Date,
): Promise<number> {
  if (ids.length === 0) return 0
  const referred = await findReferred(trx, definition.name)
  return await softDeleteRows(
    trx,
    definition,
    ids.filter((id) => !referred.has(id)),
    { now },
  )
}
