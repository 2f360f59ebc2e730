import { DetailedError, Upload, type HttpRequest } from 'tus-js-client'
import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import { ApiError, type Api } from '../api.ts'

/** Size of a chunk: at most so much is sent again after an interruption. */
const chunkBytes = 2 * 1024 * 1024
/** Longest time without progress in milliseconds, after which the upload counts as interrupted. */
const stallTimeoutMs = 20_000
/** Longest time for the response after the last byte, in milliseconds: the server checks the file before it responds. */
const checkTimeoutMs = 120_000

/** An upload was interrupted. The next upload resumes after the bytes that the server has received. */
export class UploadInterruptedError extends Error {
  override readonly name = 'UploadInterruptedError'
}

/** The server rejects the file: another attempt would fail again. */
export class UploadRejectedError extends Error {
  override readonly name = 'UploadRejectedError'
  readonly status: number

  /** @param text the server's message in the user's language; may be empty */
  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

/** Options of one upload. */
export interface UploadOptions {
  /** URL of the server's resumable uploads. */
  endpoint: string
  /** URL of this upload, when it was started before; undefined starts a new one. */
  url: string | undefined
  /** Metadata of the tus protocol: `filename`, and the field or purpose of the file. */
  metadata: Readonly<Record<string, string>>
  /** Returns the headers of a request. Called for each, since the sign-in may change during an upload. */
  headers: () => Readonly<Record<string, string>>
  /** Called when the server has created the upload, with the URL under which it can be resumed. */
  onUrl: (url: string) => void
  /** Called with the number of bytes sent so far, those of earlier attempts included. */
  onSent: (bytes: number) => void
  /** Aborts the upload. What the server has received stays there. */
  signal: AbortSignal
}

/**
 * Uploads a file, from where an earlier upload ended.
 * @returns the URL of the upload, from which its file number can be fetched
 * @throws UploadInterruptedError, UploadRejectedError, or the signal's reason
 */
export function uploadResumable(file: File, uploadOptions: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    /** Fires when there was no progress for too long. */
    let timer: ReturnType<typeof setTimeout>
    const cleanUp = () => {
      clearTimeout(timer)
      uploadOptions.signal.removeEventListener('abort', handleAbort)
    }
    const restartTimer = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => fail(new UploadInterruptedError('stalled')), ms)
    }
    const upload = new Upload(file, {
      endpoint: uploadOptions.endpoint,
      uploadUrl: uploadOptions.url ?? null,
      metadata: { ...uploadOptions.metadata },
      chunkSize: chunkBytes,
      // By default the library would retry, and store the URL in localStorage. Here the caller does both.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: addHeaders(uploadOptions.headers),
      onUploadUrlAvailable: () => upload.url && uploadOptions.onUrl(upload.url),
      onProgress: (bytes) => {
        restartTimer(bytes < file.size ? stallTimeoutMs : checkTimeoutMs)
        uploadOptions.onSent(bytes)
      },
      onSuccess: () => {
        cleanUp()
        // A successful upload always has a URL.
        resolve(upload.url ?? '')
      },
      onError: (error) => {
        cleanUp()
        reject(toUploadError(error))
      },
    })
    /** Stops the upload for a reason that is not an error of a request. */
    const fail = (reason: unknown) => {
      cleanUp()
      void upload.abort().catch(() => undefined)
      reject(reason)
    }
    const handleAbort = () => fail(uploadOptions.signal.reason)
    uploadOptions.signal.addEventListener('abort', handleAbort)
    restartTimer(stallTimeoutMs)
    upload.start()
  })
}

/** Removes an upload from the server. Never rejects: an upload that could not be removed expires by itself. */
export async function deleteUpload(url: string, headers: UploadOptions['headers']): Promise<void> {
  const options = { retryDelays: null, onBeforeRequest: addHeaders(headers) }
  await Upload.terminate(url, options).catch(() => undefined)
}

const addHeaders = (headers: UploadOptions['headers']) => (request: HttpRequest) => {
  for (const [name, value] of Object.entries(headers())) request.setHeader(name, value)
}

/** Statuses at which the same file fails again. All others can be retried later. */
const rejectionStatuses: ReadonlySet<number> = new Set([400, 403, 404, 413, 415, 422])

/** A request that only lacks the second factor succeeds after it, so it counts as interrupted. */
function toUploadError(error: Error): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  const errorBody = parseErrorBody(response?.getBody() ?? '')
  const isRejected = rejectionStatuses.has(status) && errorBody.key !== 'second_factor.required'
  return isRejected
    ? new UploadRejectedError(status, errorBody.text)
    : new UploadInterruptedError(error.message)
}

/** Parses the server's message and error key from a response's body, which may be a proxy's page. */
function parseErrorBody(body: string): { text: string; key?: unknown } {
  try {
    const { msg, error } = JSON.parse(body) as { msg?: unknown; error?: { key?: unknown } }
    return { text: typeof msg === 'string' ? msg : '', key: error?.key }
  } catch {
    return { text: '' }
  }
}

/** Interval of polling while the server checks a file, in milliseconds. */
const pollIntervalMs = 1_000
/** Timeout of each of these requests, in milliseconds. */
const pollTimeoutMs = 15_000

/**
 * Waits until the server has checked an upload, and returns the number of the resulting file.
 * @param url URL of the upload
 * @throws UploadInterruptedError when the upload expired or was not finished: it must start again
 */
export async function waitForFileNumber(
  api: Pick<Api, 'get'>,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const path = paths.resumedFile(getUploadId(url))
  for (;;) {
    signal.throwIfAborted()
    try {
      return ((await api.get(path, undefined, { signal, limitMs: pollTimeoutMs })) as FileValue).no
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) throw new UploadInterruptedError('gone')
      // `server.busy` means that the check is not finished.
      if (error.key !== 'server.busy') throw error
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    }
  }
}

/** The id is the last segment of the upload's URL. */
const getUploadId = (url: string): string => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
