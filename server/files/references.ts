import type { Kysely } from 'kysely'
import { listImageFileNumbers } from '#contract/rich-text.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { unusedFileTtlMs } from './store-file.ts'

/** A change of the file that a field of a row references. */
export interface FileChange {
  rowId: string
  field: string
  /** Number of the referenced file before the change, and after it; null for none. */
  before: string | null
  after: string | null
}

/** Lists the pictures that a rich text loses and gains by a change. @param before value of the field; null for a new row */
export function listPictureChanges(
  rowId: string,
  field: string,
  before: unknown,
  after: unknown,
): FileChange[] {
  const [oldNos, newNos] = [listImageFileNumbers(before), listImageFileNumbers(after)]
  return [
    ...oldNos.filter((no) => !newNos.includes(no)).map((no) => ({ rowId, field, before: no, after: null })),
    ...newNos.filter((no) => !oldNos.includes(no)).map((no) => ({ rowId, field, before: null, after: no })),
  ]
}

/**
 * Records which files the rows reference from now on, in the transaction that writes them. A file without references is
 * served to nobody and is deleted after a day.
 * @throws TypeError when a row references a missing file
 */
export async function setReferences(
  trx: Kysely<Tables>,
  module: string,
  changes: readonly FileChange[],
  now: string | Date,
): Promise<void> {
  const addedReferences = changes.flatMap(({ rowId, field, after }) =>
    after === null ? [] : [{ no: after, module, row_id: rowId, field }],
  )
  const changesWithOldFile = changes.filter(({ before, after }) => before !== null && before !== after)
  for (const { rowId, field, before } of changesWithOldFile) {
    await trx
      .deleteFrom('file_references')
      .where('module', '=', module)
      .where('row_id', '=', rowId)
      .where('field', '=', field)
      .where('no', '=', before)
      .execute()
  }
  await markAttached(trx, [...new Set(addedReferences.map(({ no }) => no))], toInstant(now))
  if (addedReferences.length > 0)
    // A rich text may contain one picture twice.
    await trx
      .insertInto('file_references')
      .values(addedReferences)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await markUnreferenced(
    trx,
    [...new Set(changesWithOldFile.flatMap(({ before }) => before ?? []))],
    new Date(now),
  )
}

/**
 * Marks files as referenced, so that they do not expire. The update also locks their rows: a concurrent sweep skips
 * them.
 */
async function markAttached(trx: Kysely<Tables>, nos: readonly string[], at: string): Promise<void> {
  if (nos.length === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('files')
    .set((eb) => ({ attached_at: eb.fn.coalesce('attached_at', eb.val(at)), expires_at: null }))
    .where('no', 'in', nos)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== nos.length)
    throw new TypeError(`one of these files is not there: ${nos.join(', ')}`)
}

/** Sets the expiry of files that no row references any more. */
export async function markUnreferenced(
  trx: Kysely<Tables>,
  nos: readonly string[],
  now: Date,
): Promise<void> {
  if (nos.length === 0) return
  await trx
    .updateTable('files')
    .set({ expires_at: toInstant(new Date(now.getTime() + unusedFileTtlMs)) })
    .where('no', 'in', nos)
    .where('no', 'not in', (eb) => eb.selectFrom('file_references').select('no').where('no', 'in', nos))
    .execute()
}
