import type { Kysely } from 'kysely'
import type { FileValue } from '#contract/row.ts'
import type { Tables } from '#server/db/client.ts'

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
  return new Map(
    rows.map((row) => [
      row.no,
      {
        no: row.no,
        name: row.name,
        mediaType: row.media_type,
        sizeBytes: row.size_bytes,
        sha256: row.sha256,
      },
    ]),
  )
}

/** A file that everybody may download. */
export interface PublicFile extends FileValue {
  storageKey: string
}

/** Finds a public file by its number; a private one is as unknown as one that is not there. */
export async function findPublicFile(kysely: Kysely<Tables>, no: string): Promise<PublicFile | undefined> {
  const row = await kysely.selectFrom('files').selectAll().where('no', '=', no).executeTakeFirst()
  if (!row || !row.is_public) return undefined
  return {
    no: row.no,
    name: row.name,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    storageKey: row.storage_key,
  }
}
