import type { Kysely } from 'kysely'
import type { FileValue } from '#contract/row.ts'
import type { Tables } from '#server/db/client.ts'
import { importField } from './import-field.ts'

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
