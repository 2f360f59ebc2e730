import { fileKinds } from '#contract/file-kinds.ts'
import { toInstant } from '#contract/time.ts'
import type { Database } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { importField } from './import-field.ts'
import type { FileStorage } from './storage.ts'

/** A table that somebody uploaded to be imported. */
export interface ImportFile {
  /** Where its bytes lie. */
  path: string
  kind: 'csv' | 'xlsx'
  name: string
  sha256: string
}

export interface ImportFileDeps {
  db: Database
  storage: FileStorage
  now: () => Date
}

/** The number of a file, and the name of the module that it is for. */
export interface ImportFileQuery {
  module: string
  no: string
}

/**
 * Finds a file that the caller uploaded for the import of this module and that has not run out. Another person's, one for
 * another module or field, and none at all are the same.
 */
export async function findImportFile(
  { db, storage, now }: ImportFileDeps,
  caller: Caller,
  { module, no }: ImportFileQuery,
): Promise<ImportFile | undefined> {
  if (caller.kind !== 'user') return undefined
  const row = await db.kysely
    .selectFrom('files')
    .select(['name', 'media_type', 'sha256', 'storage_key'])
    .where('no', '=', no)
    .where('owner_id', '=', caller.id)
    .where('for_module', '=', module)
    .where('for_field', '=', importField)
    .where('expires_at', '>', toInstant(now()))
    .executeTakeFirst()
  if (!row) return undefined
  return {
    path: storage.locate(row.storage_key),
    kind: row.media_type === fileKinds.xlsx.mediaType ? 'xlsx' : 'csv',
    name: row.name,
    sha256: row.sha256,
  }
}
