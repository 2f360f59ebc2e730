import type { Localized } from '#contract/locale.ts'
import type { FileValue } from '#contract/row.ts'

/** A file stored on this device for use without network. */
export interface Pin {
  /** Id of the document. A newer file of the same document replaces the pin. */
  id: string
  /** The document's file when it was pinned. */
  file: FileValue
  /** The document's title when it was pinned: the list of pins shows it without the document. */
  title: Localized
}

/** A pin, compared with the current file of its document. */
export interface FoundPin extends Pin {
  /** False when the document has another file now. */
  isCurrent: boolean
}

/**
 * Finds the pin of a document: of its current file, or else of an older one, also when the document has lost its file.
 * Returns a new object each time; a component selects with {@link findStoredPin} and completes with {@link toFoundPin}.
 */
export function findPin(
  pins: readonly Pin[],
  row: { id: string; file: FileValue | null },
): FoundPin | undefined {
  return toFoundPin(findStoredPin(pins, row), row)
}

type PinnedRow = Parameters<typeof findPin>[1]

/** Finds the same pin as {@link findPin}, as it is stored: the same object until `pins` change, for subscriptions. */
export const findStoredPin = (pins: readonly Pin[], row: PinnedRow): Pin | undefined =>
  pins.find(({ file }) => file.no === row.file?.no) ?? pins.find(({ id }) => id === row.id)

/**
 * Adds to a pin whether its file is still the current file of the row. Checksums are compared, since the same content
 * has another number when it is uploaded again.
 */
export const toFoundPin = (pin: Pin | undefined, row: PinnedRow): FoundPin | undefined =>
  pin && { ...pin, isCurrent: pin.file.sha256 === row.file?.sha256 }

/** What fetching a file needs. */
interface FetchFileDeps {
  fetch: typeof fetch
  /** URL of a file. The service worker answers the same URL from the cache. */
  getUrl: (no: string) => string
}

/** What pinning files needs from the browser. */
export interface PinsDeps extends FetchFileDeps {
  /** undefined on plain http, where a page cannot use the Cache API. */
  caches: CacheStorage | undefined
  /** Asks the browser not to evict this site's storage. */
  persist: () => Promise<unknown>
  /** Computes the SHA-256 checksum. */
  digest: (bytes: ArrayBuffer) => Promise<ArrayBuffer>
}

/**
 * Why a file could not be pinned: no connection, the server has it no more (404, 410), size or checksum differ, or the
 * device did not store it. Only after `network` can the transfer be resumed.
 */
export type PinErrorReason = 'network' | 'gone' | 'damaged' | 'full'

export class PinError extends Error {
  override readonly name = 'PinError'
  readonly reason: PinErrorReason

  constructor(reason: PinErrorReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** The pinned files: complete responses in the Cache API, so that the service worker can serve them. */
export interface Pins {
  list: () => Promise<Pin[]>
  /**
   * Fetches, verifies and stores a file, and removes older files of the same document.
   * @param onProgress called with the fetched fraction, 0 to 1
   * @throws PinError
   */
  add: (pin: Pin, onProgress: (fraction: number) => void) => Promise<void>
  /** Finds the stored response of a file by its number. */
  find: (no: string) => Promise<Response | undefined>
  /** Removes the pin of a file by its number. */
  remove: (no: string) => Promise<void>
}

/**
 * The service worker reads pinned files from every cache whose name starts with `pins:`. This one has
 * `public` in place of an owner, because files that need a sign-in are not pinned.
 */
const pinsCacheName = 'pins:public'

/** Response header that holds the pin's metadata. */
const pinHeader = 'x-pin'

/** Media types that a browser shows without running them. Everything else is served as an attachment. */
const inlineTypes = /^(application\/pdf|image\/(png|jpeg|webp|avif)|video\/|audio\/)/

/** Creates the access to the pinned files. */
export function createPins(deps: PinsDeps): Pins {
  const open = async () => deps.caches?.open(pinsCacheName)
  /** The URL alone identifies a pin, whatever headers its response has. */
  const byUrl = { ignoreVary: true }
  /** Received chunks of broken-off transfers, by file number. In memory only. */
  const partialFiles = new Map<string, Uint8Array<ArrayBuffer>[]>()

  async function fetchWhole({ no, sizeBytes }: FileValue, onProgress: (fraction: number) => void) {
    const chunks = partialFiles.get(no) ?? []
    partialFiles.set(no, chunks)
    // A file may be longer than announced; its checksum shows that only at the end.
    await fetchFile(deps, no, chunks, (received) => onProgress(Math.min(1, received / sizeBytes)))
    partialFiles.delete(no)
    return new Blob(chunks).arrayBuffer()
  }

  async function list(): Promise<Pin[]> {
    const cache = await open()
    const responses = await cache?.matchAll()
    return (responses ?? []).flatMap((response) => readPin(response.headers.get(pinHeader)) ?? [])
  }

  async function remove(no: string): Promise<void> {
    await (await open())?.delete(deps.getUrl(no), byUrl)
  }

  return {
    list,
    remove,
    async add(pin, onProgress) {
      const cache = await open()
      // Without a Cache API nothing can be stored here, which users read as a full device.
      if (!cache) throw new PinError('full')
      const pinned = await list()
      // Not awaited: some browsers ask the user.
      if (pinned.length === 0) deps.persist().catch(() => false)
      const bytes = await fetchWhole(pin.file, onProgress)
      if (!(await isIntact(bytes, pin.file, deps.digest))) throw new PinError('damaged')
      // `put` is atomic: when storage is full, the earlier entry stays.
      await cache.put(deps.getUrl(pin.file.no), toResponse(bytes, pin)).catch((cause: unknown) => {
        throw new PinError('full', cause)
      })
      const outdatedPins = pinned.filter(({ id, file }) => id === pin.id && file.no !== pin.file.no)
      await Promise.all(outdatedPins.map(({ file }) => remove(file.no)))
    },
    find: async (no) => (await open())?.match(deps.getUrl(no), byUrl),
  }
}

async function isIntact(bytes: ArrayBuffer, file: FileValue, digest: PinsDeps['digest']): Promise<boolean> {
  if (bytes.byteLength !== file.sizeBytes) return false
  const hash = [...new Uint8Array(await digest(bytes))].map((byte) => byte.toString(16).padStart(2, '0'))
  return hash.join('') === file.sha256.toLowerCase()
}

/** Builds a 200 response for the whole file: no range, no compression, no header that forbids display. */
function toResponse(bytes: ArrayBuffer, pin: Pin): Response {
  const { name, mediaType } = pin.file
  const disposition = inlineTypes.test(mediaType) ? 'inline' : 'attachment'
  return new Response(bytes, {
    headers: {
      'content-type': mediaType,
      'content-length': String(bytes.byteLength),
      'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      [pinHeader]: encodeURIComponent(JSON.stringify(pin)),
    },
  })
}

/** Parses a pin's header. An entry that cannot be read is no pin. */
function readPin(text: string | null): Pin | undefined {
  try {
    return text ? (JSON.parse(decodeURIComponent(text)) as Pin) : undefined
  } catch {
    return undefined
  }
}

/** A transfer without data for this long is aborted, in milliseconds. */
const stallLimitMs = 20_000

/** The server has the file no more, so another attempt is useless. */
const goneStatuses: readonly number[] = [404, 410]

/**
 * Fetches the missing bytes of a file.
 * The content of a file number never changes, so new bytes continue earlier chunks. The caller verifies the whole file.
 * @param chunks what has been received; more is appended, also when the transfer breaks off
 * @param onProgress called with the bytes received so far
 * @throws PinError `network` or `gone`
 */
async function fetchFile(
  { fetch, getUrl }: FetchFileDeps,
  no: string,
  chunks: Uint8Array<ArrayBuffer>[],
  onProgress: (receivedBytes: number) => void,
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
