import { PinError } from './pin-error.ts'

/** What fetching a file needs. */
export interface FileFetch {
  fetch: typeof fetch
  /** Address of a file; the worker answers the same address from the cache. */
  addressOf: (no: string) => string
}

/** A transfer that brings nothing for this long is given up, in milliseconds. */
const stallLimitMs = 20_000

const goneStatuses: readonly number[] = [404, 410]

/**
 * Fetches what is still missing of a file. A file never changes under its number, so the rest fits what came before;
 * whether the whole is right is for the caller to check.
 * @param chunks what has come of it; more is added, also when the transfer breaks off
 * @throws PinError `network` or `gone`
 */
export async function fetchFile(
  { fetch, addressOf }: FileFetch,
  no: string,
  chunks: Uint8Array<ArrayBuffer>[],
  onProgress: (received: number) => void,
): Promise<void> {
  const controller = new AbortController()
  let stall = setTimeout(() => controller.abort(), stallLimitMs)
  try {
    const start = sizeOf(chunks)
    const answer = await fetch(addressOf(no), {
      signal: controller.signal,
      cache: 'no-store',
      ...(start > 0 && { headers: { range: `bytes=${start}-` } }),
    })
    checkAnswer(answer, chunks)
    for (const reader = answer.body.getReader(); ;) {
      const { value } = await reader.read()
      if (!value) break
      clearTimeout(stall)
      stall = setTimeout(() => controller.abort(), stallLimitMs)
      chunks.push(value)
      onProgress(sizeOf(chunks))
    }
  } catch (cause) {
    throw cause instanceof PinError ? cause : new PinError('network', cause)
  } finally {
    clearTimeout(stall)
  }
}

type WithBody = Response & { body: ReadableStream<Uint8Array<ArrayBuffer>> }

/** A whole file takes the place of what came before; the rest must begin where that ended; else it begins anew. */
function checkAnswer(answer: Response, chunks: Uint8Array[]): asserts answer is WithBody {
  if (goneStatuses.includes(answer.status)) throw new PinError('gone')
  const isRest =
    answer.status === 206 && answer.headers.get('content-range')?.startsWith(`bytes ${sizeOf(chunks)}-`)
  if (!isRest) chunks.length = 0
  if (!answer.body || !(isRest || answer.status === 200)) throw new PinError('network')
}

const sizeOf = (chunks: readonly Uint8Array[]): number =>
  chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
