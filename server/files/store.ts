import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { FileValue } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { moduleTables, toDialectValue } from '#server/engine/module-tables.ts'
import type { FileStorage } from './storage.ts'

/** A file to keep. */
export interface FileToStore {
  /** Name that people see; any characters. */
  name: string
  mediaType: string
  bytes: Uint8Array
  /** True when everybody may download it. */
  isPublic: boolean
  /** Number for its address; made when absent. */
  no?: string
}

/**
 * Keeps a file: its bytes first, durably, then its row, so that a row always has its bytes. Bytes whose row was rolled
 * back belong to nobody.
 * @returns the value for a field of a module
 */
export async function storeFile(
  trx: Kysely<Tables>,
  storage: FileStorage,
  file: FileToStore,
  now: string | Date = new Date(),
): Promise<FileValue> {
  const key = randomUUID()
  await storage.write(key, file.bytes)
  const value: FileValue = {
    no: file.no ?? randomUUID(),
    name: file.name,
    mediaType: file.mediaType,
    sizeBytes: file.bytes.byteLength,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
  }
  await trx
    .insertInto('files')
    .values({
      no: value.no,
      name: value.name,
      media_type: value.mediaType,
      size_bytes: value.sizeBytes,
      sha256: value.sha256,
      storage_key: key,
      is_public: toDialectValue(moduleTables(trx), file.isPublic),
      created_at: toInstant(now),
    })
    .execute()
  return value
}
