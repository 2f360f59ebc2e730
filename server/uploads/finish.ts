import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { fileKinds } from '#contract/file-kinds.ts'
import type { FileValue } from '#contract/row.ts'
import { toInstant } from '#contract/time.ts'
import type { Database, Tables } from '#server/db/client.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { createHttpError } from '#server/errors.ts'
import type { Checker } from '../files/checks/checker.ts'
import { hashFile } from '#server/files/local-files.ts'
import type { FileStorage } from '../files/storage.ts'
import { insertFile } from '../files/store-file.ts'
import {
  incomingFileTtlMs,
  ticketUploadTtlMs,
  unfinishedUploadTtlMs,
  unusedFileTtlMs,
} from '#server/files/store-file.ts'
import { toStorageError } from './write-incoming.ts'
import type { Upload } from './upload-rows.ts'

/** Dependencies of uploads. */
export interface UploadContext {
  db: Database
  registry: Registry
  storage: FileStorage
  checker: Checker
  now: () => Date
}

/**
 * Turns a complete upload into a file: checks it, makes its bytes durable in the storage, then writes its row. On an
 * error neither bytes nor row of the file remain. Only one call may finish an upload: see {@link claimUpload}.
 * @param path path of the bytes
 * @param no number of the file; the one of {@link claimUpload}, or a new one
 * @throws HttpError of the checks, `not_found` when the upload has expired, `storage.full`
 */
export async function finishUpload(
  { db, storage, checker, now }: UploadContext,
  upload: Upload,
  path: string,
  no: string = randomUUID(),
): Promise<FileValue> {
  // The checks are loaded with the first upload, so an idle server needs no memory for them.
  const { checkFile } = await import('../files/checks/check-file.ts')
  const kind = await checkFile(path, upload.name, upload.target.rules, checker)
  const value: FileValue = {
    no,
    name: upload.name,
    mediaType: fileKinds[kind].mediaType,
    sizeBytes: (await stat(path)).size,
    sha256: await hashFile(path),
  }
  try {
    await storage.adopt(upload.id, path)
    await db.transaction(async (trx) => {
      // Throws for an upload that the sweep removed during the check; any other is now safe from the sweep.
      await setFileNo(trx, upload.id, no, addMs(now(), unfinishedUploadTtlMs))
      const ttlMs = upload.ownerId === null ? ticketUploadTtlMs : unusedFileTtlMs
      const { id: storageKey, ownerId, target } = upload
      await insertFile(trx, value, { storageKey, ownerId, target, ttlMs, now: now() })
    })
  } catch (error) {
    await removeUnlessStored(db, storage, upload.id)
    throw toStorageError(error)
  }
  return value
}

/** Records which file an upload became. @throws HttpError `not_found` when the upload was deleted */
async function setFileNo(trx: Kysely<Tables>, id: string, no: string, expiresAt: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('uploads')
    .set({ file_no: no, expires_at: expiresAt })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw createHttpError('not_found')
}

/**
 * Claims the right to finish an upload. When the process is killed, the upload expires soon.
 * @param no number that its file will have; a client can already read it from the upload
 * @returns false when another call or process has the right
 */
export async function claimUpload({ db, now }: UploadContext, id: string, no: string): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('uploads')
    .set({ file_no: no, expires_at: addMs(now(), incomingFileTtlMs) })
    .where('id', '=', id)
    .where('file_no', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}

/** @returns an instant */
function addMs(now: Date, ms: number): string {
  return toInstant(new Date(now.getTime() + ms))
}

/**
 * Removes the bytes when no row has them. When the database does not respond they stay, because it may have committed
 * the row; otherwise the sweep removes them.
 */
async function removeUnlessStored(db: Database, storage: FileStorage, id: string): Promise<void> {
  const row = await db.kysely
    .selectFrom('files')
    .select('no')
    .where('storage_key', '=', id)
    .executeTakeFirst()
    .catch(() => 'unknown' as const)
  if (row === undefined) await storage.remove(id)
}
