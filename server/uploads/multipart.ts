import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyMultipartBaseOptions, Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FileValue } from '#contract/row.ts'
import { createHttpError } from '#server/errors.ts'
import { getAcceptedKind, sanitizeFileName } from '#server/files/file-name.ts'
import { incomingFileTtlMs } from '#server/files/store-file.ts'
import { createFileTooLargeError, toStorageError, writeIncomingFile } from './write-incoming.ts'
import { finishUpload, type UploadContext } from './finish.ts'
import { deleteUpload, insertUpload, type Upload } from './upload-rows.ts'
import type { UploadTarget } from './upload-target.ts'

/** The fields of the form that precede the file. */
export type FormFields = ReadonlyMap<string, string>

/** Bytes around the file in the body: boundaries, headers and small fields. */
const formBytes = 16 * 1024

/**
 * Limits of a form with one file. Before it come `ticket`, or at most `module`, `field` and `purpose`; one field is to
 * spare. The size of the file is limited by its field.
 */
export const formLimits: NonNullable<FastifyMultipartBaseOptions['limits']> = {
  files: 1,
  fields: 4,
  fieldSize: 200,
  fieldNameSize: 50,
  parts: 5,
  headerPairs: 20,
  fileSize: Number.MAX_SAFE_INTEGER,
}

/**
 * Receives the file of a form. The fields that name its target come first.
 * @param getTarget resolves the target by those fields; may throw
 */
export async function receiveMultipart(
  context: UploadContext,
  request: FastifyRequest,
  getTarget: (fields: FormFields) => UploadTarget | Promise<UploadTarget>,
): Promise<FileValue> {
  if (!request.isMultipart()) throw createHttpError('request.unsupported_type')
  const fields = new Map<string, string>()
  try {
    const parts = request.parts()
    for (let part = await nextPart(parts); part; part = await nextPart(parts)) {
      if (part.type === 'file') return await receiveFile(context, request, part, await getTarget(fields))
      fields.set(part.fieldname, String(part.value))
    }
    throw createHttpError('request.invalid', { fields: [{ path: 'file', key: 'field.required' }] })
  } finally {
    // The rest of the body is read and discarded: a client whose connection is cut would not see the response.
    request.raw.unpipe()
    request.raw.resume()
  }
}

/** @throws HttpError for a body that is no form or has too many parts */
async function nextPart(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const next = await parts.next()
    return next.done ? undefined : next.value
  } catch (cause) {
    throw createHttpError('request.invalid', { cause })
  }
}

async function receiveFile(
  context: UploadContext,
  request: FastifyRequest,
  part: MultipartFile,
  target: UploadTarget,
): Promise<FileValue> {
  const { db, storage, now } = context
  const { caller } = request
  const { maxBytes } = target.rules
  // Without the header the body has no known length; the quota then counts the maximum.
  const announcedBytes = Number(request.headers['content-length'] ?? maxBytes)
  if (announcedBytes > maxBytes + formBytes) throw createFileTooLargeError(maxBytes)
  const upload: Upload = {
    id: randomUUID(),
    ownerId: caller.kind === 'user' ? caller.id : null,
    target,
    name: sanitizeFileName(part.filename),
    sizeBytes: Math.min(announcedBytes, maxBytes),
  }
  // Rejects a wrong kind before its bytes are received.
  getAcceptedKind(upload.name, target.rules)
  await insertUpload(db, caller, upload, { now: now(), ttlMs: incomingFileTtlMs })
  const path = join(storage.arrivals, upload.id)
  try {
    await mkdir(storage.arrivals, { recursive: true })
    await writeIncomingFile(part.file, path, maxBytes)
    return await finishUpload(context, upload, path)
  } catch (error) {
    throw toStorageError(error)
  } finally {
    // After a success the bytes are in the storage, and nobody asks for the upload again as for a resumable one.
    await rm(path, { force: true })
    // When the database is unavailable, the sweep deletes the row later.
    await deleteUpload(db.kysely, upload.id).catch(() => undefined)
  }
}
