import type { Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { listImageFileNumbers } from '#contract/rich-text.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { unusedFileTtlMs } from './store-file.ts'

/** A field of a row that held one file and now holds another, or none. */
export interface FileChange {
  rowId: string
  field: string
  before: string | null
  after: string | null
}

/** The fields of a definition that hold files. */
export function listFileFields(fields: Readonly<Record<string, FieldDefinition>>): string[] {
  return Object.keys(fields).filter((key) => fields[key]?.type === 'file' || fields[key]?.type === 'image')
}

/** The fields of a definition whose texts show pictures. */
export function listImageFields(fields: Readonly<Record<string, FieldDefinition>>): string[] {
  return Object.keys(fields).filter((key) => fields[key]?.type === 'richtext')
}

/** What becomes of the pictures of a text, by the texts before and after. */
export function listImageChanges(
  rowId: string,
  field: string,
  before: unknown,
  after: unknown,
): FileChange[] {
  const [were, are] = [listImageFileNumbers(before), listImageFileNumbers(after)]
  return [
    ...were.filter((no) => !are.includes(no)).map((no) => ({ rowId, field, before: no, after: null })),
    ...are.filter((no) => !were.includes(no)).map((no) => ({ rowId, field, before: null, after: no })),
  ]
}

/**
 * Notes, in the transaction that writes the rows, which files they name from now on. A file that no row names any more
 * is served to nobody, and goes after a day.
 * @throws TypeError when a row names a file that is not there
 */
export async function setReferences(
  trx: Kysely<Tables>,
  module: string,
  changes: readonly FileChange[],
  now: string | Date,
): Promise<void> {
  const put = changes.flatMap(({ rowId, field, after }) =>
    after === null ? [] : [{ no: after, module, row_id: rowId, field }],
  )
  const taken = changes.filter(({ before, after }) => before !== null && before !== after)
  for (const { rowId, field, before } of taken) {
    await trx
      .deleteFrom('file_references')
      .where('module', '=', module)
      .where('row_id', '=', rowId)
      .where('field', '=', field)
      .where('no', '=', before)
      .execute()
  }
  await attach(trx, [...new Set(put.map(({ no }) => no))], toInstant(now))
  if (put.length > 0)
    await trx
      .insertInto('file_references')
      .values(put)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await markUnreferenced(trx, [...new Set(taken.flatMap(({ before }) => before ?? []))], new Date(now))
}

/** The update also holds the files' rows, so that a sweep at the same time leaves them alone. */
async function attach(trx: Kysely<Tables>, nos: readonly string[], at: string): Promise<void> {
  if (nos.length === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('files')
    .set((eb) => ({ attached_at: eb.fn.coalesce('attached_at', eb.val(at)), expires_at: null }))
    .where('no', 'in', nos)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== nos.length)
    throw new TypeError(`one of these files is not there: ${nos.join(', ')}`)
}

/** Files that no row names any more get a last day. */
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
