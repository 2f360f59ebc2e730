import { createWriteStream } from 'node:fs'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createHttpError, HttpError } from '#server/errors.ts'

/** Mode of incoming files: other users of the machine cannot read them. */
const ownerOnlyMode = 0o600
const megabyte = 1024 * 1024
/** Seconds after which the operator or the next sweep may have freed space. */
const fullRetrySeconds = 60
/** System calls that write a file. Errors of a socket come from `read`. */
const diskCalls = new Set(['open', 'write', 'writev', 'fsync', 'close'])
/** No space on the disk, in its quota, or within the file size limit of the process. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Writes a stream to the disk with a few chunks in memory. The bytes are durable when it returns.
 * @param maxBytes limit for this stream, without the bytes before `offset`
 * @param offset position to continue at in an existing file; a new file when absent
 * @returns number of written bytes
 * @throws HttpError when there are too many bytes, or no space
 */
export async function writeIncomingFile(
  input: Readable,
  path: string,
  maxBytes: number,
  offset?: number,
): Promise<number> {
  let writtenBytes = 0
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      writtenBytes += chunk.length
      if (writtenBytes > maxBytes) done(createFileTooLargeError(maxBytes))
      else done(null, chunk)
    },
  })
  const streamOptions = offset === undefined ? { flags: 'wx' } : { flags: 'r+', start: offset }
  const file = createWriteStream(path, { ...streamOptions, mode: ownerOnlyMode, flush: true })
  try {
    await pipeline(input, counter, file)
  } catch (error) {
    throw toUploadError(error)
  }
  return writtenBytes
}

/**
 * Converts an error: a disk error concerns the server; any other error that ends a stream early concerns the client.
 */
function toUploadError(error: unknown): unknown {
  if (error instanceof HttpError) return error
  const isDiskError = diskCalls.has((error as NodeJS.ErrnoException).syscall ?? '')
  return isDiskError ? toStorageError(error) : createHttpError('request.invalid', { cause: error })
}

/** Converts an error that means "no space" to an HttpError; returns any other as it is. */
export function toStorageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !fullCodes.has(code)) return error
  return createHttpError('storage.full', { retryAfterSeconds: fullRetrySeconds, cause: error })
}

/** Creates the error for a file that is too large for its field. */
export function createFileTooLargeError(maxBytes: number): HttpError {
  return createHttpError('upload.too_large', { params: { max: Math.floor(maxBytes / megabyte) } })
}
