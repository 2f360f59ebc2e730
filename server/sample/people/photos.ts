import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import type { RowToWrite } from '#server/engine/write/write-rows.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { storeFile } from '#server/files/store-file.ts'

/** The picture of nobody, drawn by scripts/make-sample-portrait.ts. */
export const portraitFile = 'portrait.webp'

/**
 * Gives every registration with an ID number its photo: a file each, since each goes when its row's time is over. They
 * are stored one by one, as a transaction has one connection.
 */
export async function addPhotos(
  trx: Kysely<Tables>,
  storage: FileStorage,
  rows: readonly RowToWrite[],
  now: Date,
): Promise<RowToWrite[]> {
  const bytes = await readFile(new URL(`../files/${portraitFile}`, import.meta.url))
  const file = { name: '证件照.webp', mediaType: 'image/webp', bytes }
  const whole: RowToWrite[] = []
  for (const row of rows)
    whole.push('id_number' in row ? { ...row, photo: await storeFile(trx, storage, file, now) } : row)
  return whole
}
