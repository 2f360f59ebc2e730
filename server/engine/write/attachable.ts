import type { Kysely } from 'kysely'
import { locales } from '#contract/locale.ts'
import { listImageFileNumbers } from '#contract/rich-text.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { Stored } from '#server/engine/field-types/field-type.ts'
import { localizedColumn, isPostgres, moduleTables } from '#server/db/module-tables.ts'
import { readRevisions } from '#server/engine/write/row-revisions.ts'
import type { Caller } from '#server/http/caller.ts'

/** A field of a row, and the file that a caller wants in it. */
export interface Attachment {
  module: string
  rowId: string
  field: string
  no: string
  caller: Caller
  /** What the field holds now. */
  before: string | null
}

/** The same for a file that is unknown, another person's, over, or meant for another field: nobody learns which. */
const refusal = 'field.file'

/**
 * Whether a caller may put a file into a field of a row: one that the field holds, or held before; else one that was
 * uploaded for this very field, by the caller, or by a ticket and named by no row yet. The file is held until the
 * transaction ends, so that of two rows that name the upload of a ticket one gets it.
 * @returns the key of the problem to tell at the field; undefined when it may be
 */
export async function findUnattachable(
  trx: Kysely<Tables>,
  attachment: Attachment,
  now: Date,
): Promise<typeof refusal | undefined> {
  const { module, rowId, field, no, caller, before } = attachment
  if (no === before) return undefined
  const query = trx
    .selectFrom('files')
    .select(['owner_id', 'attached_at', 'for_module', 'for_field'])
    .where('no', '=', no)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', toInstant(now))]))
  const file = await (isPostgres(moduleTables(trx)) ? query.forUpdate() : query).executeTakeFirst()
  if (!file) return refusal
  const isMeant = file.for_module === module && file.for_field === field
  const isOwn =
    file.owner_id === null ? file.attached_at === null : caller.kind === 'user' && file.owner_id === caller.id
  if (isMeant && isOwn) return undefined
  const revisions = await readRevisions(trx, module, rowId)
  return revisions.some(({ before: held }) => holdsFile(held, field, no)) ? undefined : refusal
}

/** Whether a field held a file, or a text of it showed one as a picture. */
function holdsFile(columns: Readonly<Record<string, Stored>>, field: string, no: string): boolean {
  if (columns[field] === no) return true
  const names = [field, ...locales.map((locale) => localizedColumn(field, locale))]
  return names.some((name) => {
    const text = columns[name]
    // Most rich texts show no picture at all: they need not be read.
    return typeof text === 'string' && text.includes(no) && listImageFileNumbers(readJson(text)).includes(no)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
