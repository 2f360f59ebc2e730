import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { FileValue } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { FileStorage } from './storage.ts'

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
    ttlMs: unusedFileTtlMs,
    now: new Date(now),
  })
  return value
}

/** What a file's row holds beside its value. */
export interface FileRow {
  storageKey: string
  ownerId: string | null
  /** The field that it was uploaded for; nothing for the server's own. */
  target?: { module: string; field: string }
  /** How long it stays unless a row names it, in milliseconds. */
  ttlMs: number
  now: Date
}

/** Writes the row of a file whose bytes are in the storage. */
export async function insertFile(
  trx: Kysely<Tables>,
  value: FileValue,
  { storageKey, ownerId, target, ttlMs, now }: FileRow,
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
      for_module: target?.module ?? null,
      for_field: target?.field ?? null,
      attached_at: null,
      expires_at: toInstant(new Date(now.getTime() + ttlMs)),
      created_at: toInstant(now),
    })
    .execute()
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** End of a file or upload that goes at once, whatever the clock says: its person or a rule had it erased. */
export const endedAt = toInstant(0)
/** How often what nobody needs any more is looked for, in milliseconds. */
export const sweepEveryMs = 10 * minuteMs
/** How long a file stays that no row names (any more), in milliseconds: with the sweep, gone within a day. */
export const unusedFileTtlMs = 23 * hourMs
/** The same for an upload by ticket, which nobody can be asked about: with the sweep, gone within an hour. */
export const ticketUploadTtlMs = 45 * minuteMs
/** How long a resumable upload may rest between its parts, in milliseconds. */
export const unfinishedUploadTtlMs = 23 * hourMs
/** Longest life of an upload in one call, with its checks; what is older was left behind by a killed process. */
export const incomingFileTtlMs = 10 * minuteMs
/** How long a ticket waits for its upload, in milliseconds. */
export const ticketTtlMs = 10 * minuteMs
