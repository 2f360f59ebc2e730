import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { FileValue } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { FileStorage } from './storage.ts'
import { unusedFileTtlMs } from './ttl.ts'

/** A file to keep. */
export interface NewFile {
  /** Name that people see; any characters. */
  name: string
  mediaType: string
  bytes: Uint8Array
  /** Number for its address; made when absent. */
  no?: string
}

/**
 * Keeps a file of the server's own: its bytes first, durably, then its row, so that a row always has its bytes. Bytes
 * whose row was rolled back belong to nobody. It is read by those who may read a row that names it, and goes when none
 * does in time.
 * @returns the value for a field of a module
 */
export async function storeFile(
  trx: Kysely<Tables>,
  storage: FileStorage,
  file: NewFile,
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
  await insertFile(trx, value, {
    storageKey: key,
    ownerId: null,
    keepMs: unusedFileTtlMs,
    now: new Date(now),
  })
  return value
}

/** What a file's row holds beside its value. */
export interface FileRow {
  storageKey: string
  ownerId: string | null
  /** The field that it was uploaded for; nothing for the server's own. */
  use?: { module: string; field: string }
  /** How long it stays unless a row names it, in milliseconds. */
  keepMs: number
  now: Date
}

/** Writes the row of a file whose bytes are in the storage. */
export async function insertFile(
  trx: Kysely<Tables>,
  value: FileValue,
  { storageKey, ownerId, use, keepMs, now }: FileRow,
): Promise<void> {
  await trx
    .insertInto('files')
    .values({
      no: value.no,
      name: value.name,
      media_type: value.mediaType,
      size_bytes: value.sizeBytes,
      sha256: value.sha256,
      storage_key: storageKey,
      owner_id: ownerId,
      for_module: use?.module ?? null,
      for_field: use?.field ?? null,
      attached_at: null,
      expires_at: toInstant(new Date(now.getTime() + keepMs)),
      created_at: toInstant(now),
    })
    .execute()
}
