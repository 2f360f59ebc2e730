import { DetailedError, Upload, type HttpRequest } from 'tus-js-client'

/** Bytes of one part: at most so much is sent twice after a break, and a slow line shows that it moves. */
const partBytes = 2 * 1024 * 1024
/** A transfer that moves nothing for this long is given up, in milliseconds (offline.md 3). */
const stallLimitMs = 20_000
/** The same once all is sent and the server looks into the file, which takes its time. */
const checkLimitMs = 120_000

/** Why a transfer ended before its end. What has arrived stays, and the next one goes on from there. */
export class UploadInterruptedError extends Error {
  override readonly name = 'UploadInterruptedError'
}

/** The server does not take the file. */
export class UploadRejectedError extends Error {
  override readonly name = 'UploadRejectedError'
  readonly status: number

  /** @param text the server's words in the person's language; empty when there are none */
  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

/** What one transfer needs. */
export interface UploadOptions {
  /** Address of the server's resumable uploads. */
  endpoint: string
  /** Address of this one, when it was begun before. */
  url: string | undefined
  metadata: Readonly<Record<string, string>>
  /** Of each request, as they are at that moment. */
  headers: () => Readonly<Record<string, string>>
  onUrl: (url: string) => void
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/**
 * Sends a file, from where an earlier transfer ended.
 * @returns the address under which the server tells what it became
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
      // Whoever calls decides when to try again, and keeps the address with the person's own things.
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

/** Lets the server forget what has arrived. What cannot be told now runs out by itself. */
export async function deleteUpload(url: string, headers: UploadOptions['headers']): Promise<void> {
  const options = { retryDelays: null, onBeforeRequest: addHeaders(headers) }
  await Upload.terminate(url, options).catch(() => undefined)
}

const addHeaders = (headers: UploadOptions['headers']) => (request: HttpRequest) => {
  for (const [name, value] of Object.entries(headers())) request.setHeader(name, value)
}

/** Refusals that the same file meets again; to any other the answer is to go on a little later. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 413, 415, 422])

function toEnd(error: Error): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  const refusal = parseRefusal(response?.getBody() ?? '')
  const isRefused = refusals.has(status) && refusal.key !== 'second_factor.required'
  return isRefused ? new UploadRejectedError(status, refusal.text) : new UploadInterruptedError(error.message)
}

function parseRefusal(body: string): { text: string; key?: unknown } {
  try {
    const { msg, error } = JSON.parse(body) as { msg?: unknown; error?: { key?: unknown } }
    return { text: typeof msg === 'string' ? msg : '', key: error?.key }
  } catch {
    return { text: '' }
  }
}
