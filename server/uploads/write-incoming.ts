import { createWriteStream } from 'node:fs'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createHttpError, HttpError } from '#server/errors.ts'

const ownerOnlyMode = 0o600
const megabyte = 1024 * 1024
/** Seconds after which there may be room again: the operator or the next sweep makes some. */
const fullRetrySeconds = 60
/** Calls of the system that write a file. A socket's errors come from `read`. */
const diskCalls = new Set(['open', 'write', 'writev', 'fsync', 'close'])
/** No room on the disk, in the quota of the disk, or in the process's limit of file sizes. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Writes a stream to the disk as it comes, never more of it in memory than a few chunks. What has arrived is durable
 * when it returns.
 * @param offset where it goes on in a file that is there already; a new file when absent
 * @throws Refusal when more comes than may, or when there is no room
 */
export async function writeIncomingFile(
  source: Readable,
  path: string,
  maxBytes: number,
  offset?: number,
): Promise<number> {
  let arrived = 0
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      arrived += chunk.length
      if (arrived > maxBytes) done(createFileTooLargeError(maxBytes))
      else done(null, chunk)
    },
  })
  const position = offset === undefined ? { flags: 'wx' } : { flags: 'r+', start: offset }
  const file = createWriteStream(path, { ...position, mode: ownerOnlyMode, flush: true })
  try {
    await pipeline(source, counter, file)
  } catch (error) {
    throw toUploadError(error)
  }
  return arrived
}

/** What the disk did not take is our trouble; everything else that ends a stream early is the sender's. */
function toUploadError(error: unknown): unknown {
  if (error instanceof HttpError) return error
  const isOfDisk = diskCalls.has((error as NodeJS.ErrnoException).syscall ?? '')
  return isOfDisk ? toStorageError(error) : createHttpError('request.invalid', { cause: error })
}

/** An error that means "no room", as its own refusal; any other as it is. */
export function toStorageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !fullCodes.has(code)) return error
  return createHttpError('storage.full', { retryAfterSeconds: fullRetrySeconds, cause: error })
}

/** The refusal of a file that is larger than its field takes. */
export function createFileTooLargeError(maxBytes: number): HttpError {
  return createHttpError('upload.too_large', { params: { max: Math.floor(maxBytes / megabyte) } })
}
