import type { Localized } from '#contract/locale.ts'
import type { FileValue } from '#contract/row.ts'
import { fetchFile, type FetchFileDeps } from './fetch-file.ts'
import { PinError } from './pin-error.ts'

/** A file stored on this device for use without network. */
export interface Pin {
  /** Id of the document. A newer file of the same document replaces the pin. */
  id: string
  file: FileValue
  title: Localized
}

/** A pin, compared with the current file of its document. */
export interface FoundPin extends Pin {
  /** False when the document has another file now. */
  isCurrent: boolean
}

/**
 * Finds the pin of a document: of its current file, or else of an older one, also when the document has lost its file.
 */
export function findPin(
  pins: readonly Pin[],
  row: { id: string; file: FileValue | null },
): FoundPin | undefined {
  return toFoundPin(findStoredPin(pins, row), row)
}

type PinnedRow = Parameters<typeof findPin>[1]

/** Finds the pin as it is stored: of the row's current file, or else of an older one. Equal `pins` give the same object, for memoised cards. */
export const findStoredPin = (pins: readonly Pin[], row: PinnedRow): Pin | undefined =>
  pins.find(({ file }) => file.no === row.file?.no) ?? pins.find(({ id }) => id === row.id)

/** Adds to a pin whether its file is still the current file of the row. */
export const toFoundPin = (pin: Pin | undefined, row: PinnedRow): FoundPin | undefined =>
  pin && { ...pin, isCurrent: pin.file.sha256 === row.file?.sha256 }

/** What pinning files needs from the browser. */
export interface PinsDeps extends FetchFileDeps {
  /** undefined on plain http, where a page cannot use the Cache API. */
  caches: CacheStorage | undefined
  /** Asks the browser not to evict this site's storage. */
  persist: () => Promise<unknown>
  digest: (bytes: ArrayBuffer) => Promise<ArrayBuffer>
}

/** The pinned files: complete responses in the Cache API, so that the service worker can serve them. */
export interface Pins {
  list: () => Promise<Pin[]>
  /** Fetches, verifies and stores a file, and removes older files of the same document. @throws PinError */
  add: (pin: Pin, onProgress: (fraction: number) => void) => Promise<void>
  find: (no: string) => Promise<Response | undefined>
  remove: (no: string) => Promise<void>
}

/**
 * Cache of the public documents. Each user's own files get a cache of their own; the worker reads all with this prefix.
 */
export const publicPinsCacheName = 'pins:public'

/** Response header that holds the pin's metadata. */
const pinHeader = 'x-pin'

/** Media types that a browser shows without running them. Everything else is served as an attachment. */
const inlineTypes = /^(application\/pdf|image\/(png|jpeg|webp|avif)|video\/|audio\/)/

/** Opens the pins of one cache. */
export function createPins(deps: PinsDeps, cacheName = publicPinsCacheName): Pins {
  const open = async () => deps.caches?.open(cacheName)
  /** The URL alone identifies a pin, whatever headers its response has. */
  const byUrl = { ignoreVary: true }
  /** Received chunks of broken-off transfers, by file number. In memory only. */
  const partialFiles = new Map<string, Uint8Array<ArrayBuffer>[]>()

  async function fetchWhole({ no, sizeBytes }: FileValue, onProgress: (fraction: number) => void) {
    const chunks = partialFiles.get(no) ?? []
    partialFiles.set(no, chunks)
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

function readPin(text: string | null): Pin | undefined {
  try {
    return text ? (JSON.parse(decodeURIComponent(text)) as Pin) : undefined
  } catch {
    return undefined
  }
}
