import type { Kysely } from 'kysely'
import type { FileValue } from '#contract/row.ts'
import type { Tables, Database } from '#server/db/client.ts'
import { fileKinds } from '#contract/file-kinds.ts'
import { toInstant } from '#contract/time.ts'
import type { Caller } from '#server/http/caller.ts'
import type { FileStorage } from './storage.ts'

/**
 * Finds files as fields of rows contain them; unknown numbers are left out. {@link findStoredFile} is for their bytes.
 * @param nos numbers of files
 * @returns the files by their number
 */
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
  return new Map(rows.map((row) => [row.no, toFileValue(row)]))
}

/** A stored file with properties that only the server needs. */
export interface StoredFile extends FileValue {
  storageKey: string
  /** Null for files of the server, of anonymous visitors, and of erased accounts. */
  ownerId: string | null
  /** False while no row has ever referenced it. */
  isAttached: boolean
  /** True for a spreadsheet that was uploaded for an import: only the import reads it. */
  isForImport: boolean
}

/** Finds a file by its number, without a permission check. */
export async function findStoredFile(kysely: Kysely<Tables>, no: string): Promise<StoredFile | undefined> {
  const row = await kysely.selectFrom('files').selectAll().where('no', '=', no).executeTakeFirst()
  return (
    row && {
      ...toFileValue(row),
      storageKey: row.storage_key,
      ownerId: row.owner_id,
      isAttached: row.attached_at !== null,
      isForImport: row.for_field === importField,
    }
  )
}

function toFileValue(
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

/** An uploaded spreadsheet for an import. */
export interface ImportFile {
  /** Path of its bytes. */
  path: string
  kind: 'csv' | 'xlsx'
  name: string
  sha256: string
}

/** Dependencies of {@link findImportFile}. */
export interface ImportFileDeps {
  db: Database
  storage: FileStorage
  now: () => Date
}

/** The number of a file, and the module to import into. */
export interface ImportFileQuery {
  module: string
  no: string
}

/**
 * Finds an unexpired file that the caller uploaded for the import of this module. The result is the same for a file of
 * another user, module or field, and for none.
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
 * Value of `uploads.field` and `files.for_field` for a spreadsheet to import. No field can have this name, so no row
 * ever references such a file.
 */
export const importField = '#import'
