import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { FileValue } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { FileStorage } from './storage.ts'

/** A file that the server itself creates, not a user. */
export interface NewFile {
  /** Name for users; any characters. */
  name: string
  mediaType: string
  bytes: Uint8Array
  /** Number in its URL; generated when absent. */
  no?: string
}

/**
 * Stores a file that the server creates: first its bytes, durably, then its row, so a row always has its bytes. When
 * the row is rolled back, the sweep deletes the bytes. Users who can read a row that references the file can read the
 * file; without such a row it expires.
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

/** Columns of a file besides its value. */
export interface FileRow {
  storageKey: string
  /** Null for files of the server and of anonymous visitors. */
  ownerId: string | null
  /** The field that it was uploaded for; absent for files of the server. */
  target?: { module: string; field: string }
  /** How long it is stored without a row that references it, in milliseconds. */
  ttlMs: number
  now: Date
}

/** Inserts the row of a file whose bytes are in the storage. */
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

/** Expiry of a file or upload that the next sweep deletes, whatever the clock says. */
export const alreadyExpiredAt = toInstant(0)
/** Interval of the sweep (`ops/sweep-files.ts`), which deletes expired files and uploads, in milliseconds. */
export const sweepEveryMs = 10 * minuteMs
/** How long an unreferenced file is stored, in milliseconds: with the sweep, it is deleted within a day. */
export const unusedFileTtlMs = 23 * hourMs
/** The same for a file that an anonymous visitor uploaded by a ticket: with the sweep, it is deleted within an hour. */
export const ticketUploadTtlMs = 45 * minuteMs
/**
 * How long a resumable upload can pause, in milliseconds. Its row stays as long again after its end, so that a client that
 * lost the response can ask for the file's number.
 */
export const unfinishedUploadTtlMs = 23 * hourMs
/** Longest duration of an upload in one call, with its checks, in milliseconds. Older ones belong to a killed process. */
export const incomingFileTtlMs = 10 * minuteMs
/** How long a ticket, the permission for one anonymous upload, is valid, in milliseconds. */
export const ticketTtlMs = 10 * minuteMs
