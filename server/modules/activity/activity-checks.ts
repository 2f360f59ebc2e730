import type { OperateHistoryQuery } from '#contract/api.ts'
import { favourites } from '#contract/modules/favourites.ts'
import type { FileValue } from '#contract/row.ts'
import type { Database } from '#server/db/client.ts'
import { findRow } from '#server/engine/query/list-rows.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { isAllowed } from '#server/engine/schema/visible-fields.ts'
import { hasDownloaded } from '#server/downloads/download-history.ts'
import { listFileFields } from '#server/files/references.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'

/** Where it is looked up what people did. */
export interface HistoryContext {
  db: Database
  registry: Registry
}

/** Whether a person did it with what the query names. */
type FindDeed = (context: HistoryContext, caller: UserCaller, query: OperateHistoryQuery) => Promise<boolean>

/** By their names on the wire (specification §7). */
export const activityChecks: Readonly<Record<string, FindDeed>> = { favourite: hasMarked, download: hasFile }

async function hasMarked(
  { db }: HistoryContext,
  caller: UserCaller,
  query: OperateHistoryQuery,
): Promise<boolean> {
  const { module, id } = rowOf(query)
  const row = await moduleTables(db.kysely)
    .selectFrom(favourites.name)
    .select('id')
    .where('owner_id', '=', caller.id)
    .where('item_module', '=', module)
    .where('item_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Any file of a row will do, as far as the person sees row and file. */
async function hasFile(
  { db, registry }: HistoryContext,
  caller: UserCaller,
  query: OperateHistoryQuery,
): Promise<boolean> {
  if (query.no !== undefined) return hasDownloaded(db.kysely, caller.id, [query.no])
  const { module: name, id } = rowOf(query)
  const module = registry.find(name)
  if (!module || !isAllowed(caller, module, 'read')) return false
  const row = await findRow(db.kysely, module, caller, { id, drafts: false })
  const files = listFileFields(module.definition.fields).map(
    (key) => row?.[key] as FileValue | null | undefined,
  )
  return hasDownloaded(
    db.kysely,
    caller.id,
    files.flatMap((file) => (typeof file?.no === 'string' ? [file.no] : [])),
  )
}

/** @throws Refusal when the query names no row */
function rowOf({ module, id }: OperateHistoryQuery): { module: string; id: string } {
  const missing = Object.entries({ module, id }).filter(([, value]) => value === undefined)
  if (module !== undefined && id !== undefined) return { module, id }
  throw createHttpError('request.invalid', {
    fields: missing.map(([path]) => ({ path, key: 'field.required' })),
  })
}
