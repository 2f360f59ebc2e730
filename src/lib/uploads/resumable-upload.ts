import { DetailedError, Upload, type HttpRequest } from 'tus-js-client'

/** Bytes of one chunk: at most so much is sent twice after an interruption, and progress shows on slow connections. */
const partBytes = 2 * 1024 * 1024
/** Longest time without progress, in milliseconds. */
const stallLimitMs = 20_000
/** The same once everything is sent and the server checks the file. */
const checkLimitMs = 120_000

/** An upload was interrupted. The server has what has arrived, and the next upload resumes from there. */
export class UploadInterruptedError extends Error {
  override readonly name = 'UploadInterruptedError'
}

/** The server rejects the file. */
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
  /** URL of this upload, when it was started before. */
  url: string | undefined
  metadata: Readonly<Record<string, string>>
  /** Returns the current headers for each request. */
  headers: () => Readonly<Record<string, string>>
  onUrl: (url: string) => void
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file, from where an earlier upload ended.
 * @returns the URL of the upload, from which its file number can be fetched
 * @throws UploadInterruptedError, UploadRejectedError, or the signal's reason
 */
export function uploadResumable(file: File, transfer: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>
    const end = () => {
      clearTimeout(timer)
      transfer.signal.removeEventListener('abort', stop)
    }
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => giveUp(new UploadInterruptedError('stalled')), ms)
    }
    const upload = new Upload(file, {
      endpoint: transfer.endpoint,
      uploadUrl: transfer.url ?? null,
      metadata: { ...transfer.metadata },
      chunkSize: partBytes,
      // The caller decides when to retry, and stores the URL with the user's data.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: addHeaders(transfer.headers),
      onUploadUrlAvailable: () => upload.url && transfer.onUrl(upload.url),
      onProgress: (bytes) => {
        wait(bytes < file.size ? stallLimitMs : checkLimitMs)
        transfer.onSent(bytes)
      },
      onSuccess: () => {
        end()
        resolve(upload.url ?? '')
      },
      onError: (error) => {
        end()
        reject(toEnd(error))
      },
    })
    const giveUp = (reason: unknown) => {
      end()
      void upload.abort().catch(() => undefined)
      reject(reason)
    }
    const stop = () => giveUp(transfer.signal.reason)
    transfer.signal.addEventListener('abort', stop)
    wait(stallLimitMs)
    upload.start()
  })
}

/** Removes an upload from the server. Without network it expires by itself. */
export async function deleteUpload(url: string, headers: UploadOptions['headers']): Promise<void> {
  const options = { retryDelays: null, onBeforeRequest: addHeaders(headers) }
  await Upload.terminate(url, options).catch(() => undefined)
}

const addHeaders = (headers: UploadOptions['headers']) => (request: HttpRequest) => {
  for (const [name, value] of Object.entries(headers())) request.setHeader(name, value)
}

/** Statuses at which the same file fails again. All others can be retried later. */
const rejectionStatuses: ReadonlySet<number> = new Set([400, 403, 404, 413, 415, 422])

function toEnd(error: Error): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  const errorBody = parseErrorBody(response?.getBody() ?? '')
  const isRefused = rejectionStatuses.has(status) && errorBody.key !== 'second_factor.required'
  return isRefused
    ? new UploadRejectedError(status, errorBody.text)
    : new UploadInterruptedError(error.message)
}

function parseErrorBody(body: string): { text: string; key?: unknown } {
  try {
    const { msg, error } = JSON.parse(body) as { msg?: unknown; error?: { key?: unknown } }
    return { text: typeof msg === 'string' ? msg : '', key: error?.key }
  } catch {
    return { text: '' }
  }
}
