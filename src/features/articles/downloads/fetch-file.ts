import { PinError } from './pin-error.ts'

/** What fetching a file needs. */
export interface FetchFileDeps {
  fetch: typeof fetch
  /** URL of a file. The service worker answers the same URL from the cache. */
  getUrl: (no: string) => string
}

/** A transfer without data for this long is aborted, in milliseconds. */
const stallLimitMs = 20_000

const goneStatuses: readonly number[] = [404, 410]

/**
 * Fetches the missing bytes of a file.
 * The content of a file number never changes, so new bytes continue earlier chunks. The caller verifies the whole file.
 * @param chunks what has been received; more is appended, also when the transfer breaks off
 * @throws PinError `network` or `gone`
 */
export async function fetchFile(
  { fetch, getUrl }: FetchFileDeps,
  no: string,
  chunks: Uint8Array<ArrayBuffer>[],
  onProgress: (received: number) => void,
): Promise<void> {
  const controller = new AbortController()
  let stallTimer = setTimeout(() => controller.abort(), stallLimitMs)
  try {
    const offset = countBytes(chunks)
    const response = await fetch(getUrl(no), {
      signal: controller.signal,
      cache: 'no-store',
      ...(offset > 0 && { headers: { range: `bytes=${offset}-` } }),
    })
    checkResponse(response, chunks)
    for (const reader = response.body.getReader(); ;) {
      const { value } = await reader.read()
      if (!value) break
      clearTimeout(stallTimer)
      stallTimer = setTimeout(() => controller.abort(), stallLimitMs)
      chunks.push(value)
      onProgress(countBytes(chunks))
    }
  } catch (cause) {
    throw cause instanceof PinError ? cause : new PinError('network', cause)
  } finally {
    clearTimeout(stallTimer)
  }
}

type ResponseWithBody = Response & { body: ReadableStream<Uint8Array<ArrayBuffer>> }

/**
 * Checks the response. A complete file replaces earlier chunks; a range must continue them, or the transfer restarts.
 */
function checkResponse(response: Response, chunks: Uint8Array[]): asserts response is ResponseWithBody {
  if (goneStatuses.includes(response.status)) throw new PinError('gone')
  const isContinuation =
    response.status === 206 &&
    response.headers.get('content-range')?.startsWith(`bytes ${countBytes(chunks)}-`)
  if (!isContinuation) chunks.length = 0
  if (!response.body || !(isContinuation || response.status === 200)) throw new PinError('network')
}

const countBytes = (chunks: readonly Uint8Array[]): number =>
  chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
