import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'

/** A field of a row that is to hold a file. */
export interface FilePlace {
  module: string
  rowId: string
  field: string
  /** The file's number. */
  no: string
  caller: Caller
  /** Number of the file that the field holds already. */
  before: string | null
}

/**
 * Whether a caller's row may name a file: one that it holds already, or the caller's own upload that no other row names.
 * @returns the key of the problem, the very same whatever the reason
 */
export async function findUnattachable(
  trx: Kysely<Tables>,
  { module, rowId, field, no, caller, before }: FilePlace,
  now: Date,
): Promise<string | undefined> {
  if (no === before) return undefined
  const file = await trx.selectFrom('files').select(['owner_id', 'expires_at']).where('no', '=', no).executeTakeFirst()
  const isOwn = file !== undefined && caller.kind === 'user' && file.owner_id === caller.id
  if (!isOwn || (file.expires_at !== null && file.expires_at <= toInstant(now))) return 'field.file'
  const other = await trx
    .selectFrom('file_references')
    .select('no')
    .where('no', '=', no)
    .where((eb) => eb.or([eb('module', '<>', module), eb('row_id', '<>', rowId), eb('field', '<>', field)]))
    .executeTakeFirst()
  return other && 'field.file'
}
