import type { Kysely } from 'kysely'
import type { FileValue } from '#contract/row.ts'
import type { Tables, Database } from '#server/db/client.ts'
import { fileKinds } from '#contract/file-kinds.ts'
import { toInstant } from '#contract/time.ts'
import type { Caller } from '#server/http/caller.ts'
import type { FileStorage } from './storage.ts'

/** The stored files with these numbers; an unknown number has none. */
export async function findFiles(
  kysely: Kysely<Tables>,
  nos: readonly string[],
): Promise<Map<string, FileValue>> {
  if (nos.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('files')
    .select(['no', 'name', 'media_type', 'size_bytes', 'sha256'])
    .where('no', 'in', nos)
    .execute()
  return new Map(rows.map((row) => [row.no, toValue(row)]))
}

/** A file with what only the server knows of it. */
export interface StoredFile extends FileValue {
  storageKey: string
  ownerId: string | null
  /** False while no row has ever named it. */
  isAttached: boolean
  /** True for a table that is to be imported: only the import reads it. */
  isForImport: boolean
}

/** Finds a file by its number, whoever may read it. */
export async function findStoredFile(kysely: Kysely<Tables>, no: string): Promise<StoredFile | undefined> {
  const row = await kysely.selectFrom('files').selectAll().where('no', '=', no).executeTakeFirst()
  return (
    row && {
      ...toValue(row),
      storageKey: row.storage_key,
      ownerId: row.owner_id,
      isAttached: row.attached_at !== null,
      isForImport: row.for_field === importField,
    }
  )
}

function toValue(
  row: Pick<Tables['files'], 'no' | 'name' | 'media_type' | 'size_bytes' | 'sha256'>,
): FileValue {
  return {
    no: row.no,
    name: row.name,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
  }
}

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

/**
 * Stands in `uploads.field` and `files.for_field` for a table that is to be imported. No field can be named like this, so
 * no row ever holds such a file.
 */
export const importField = '#import'
