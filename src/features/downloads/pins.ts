import type { Localized } from '#contract/locale.ts'
import type { FileValue } from '#contract/row.ts'
import { fetchFile, type FileFetch } from './fetch-file.ts'
import { PinError } from './pin-error.ts'

/** A file kept on this phone. */
export interface Pin {
  /** Of the document whose file it is: a newer file of the same document takes its place. */
  id: string
  file: FileValue
  title: Localized
}

/** A kept file of a document. */
export interface FoundPin extends Pin {
  /** False when the document has another file by now. */
  isCurrent: boolean
}

/** The kept file of a document: the present one, or else an older one, also of a document that has lost its file. */
export function findPin(
  pins: readonly Pin[],
  row: { id: string; file: FileValue | null },
): FoundPin | undefined {
  return toFoundPin(findCurrentPin(pins, row), row)
}

type PinnedRow = Parameters<typeof findPin>[1]

/** The kept file of a row itself, the same as long as the files on this phone are. */
export const findCurrentPin = (pins: readonly Pin[], row: PinnedRow): Pin | undefined =>
  pins.find(({ file }) => file.no === row.file?.no) ?? pins.find(({ id }) => id === row.id)

/** What is found of a row's kept file: whether the row still names that one. */
export const toFoundPin = (pin: Pin | undefined, row: PinnedRow): FoundPin | undefined =>
  pin && { ...pin, isCurrent: pin.file.sha256 === row.file?.sha256 }

/** What keeping files needs from the browser. */
export interface PinsDeps extends FileFetch {
  /** undefined on plain http, where a page may not keep files. */
  caches: CacheStorage | undefined
  /** Asks the browser not to clear this site's storage on its own. */
  persist: () => Promise<unknown>
  digest: (bytes: ArrayBuffer) => Promise<ArrayBuffer>
}

/** The files kept on this phone, as whole answers in the Cache API (offline.md 4). */
export interface Pins {
  list: () => Promise<Pin[]>
  /** Fetches, checks and keeps a file, in place of an older one of the same document. @throws PinError */
  add: (pin: Pin, onProgress: (share: number) => void) => Promise<void>
  find: (no: string) => Promise<Response | undefined>
  remove: (no: string) => Promise<void>
}

/** Cache of the public documents; a person's own files get one of their own. The worker reads all that begin so. */
export const publicPinsCacheName = 'pins:public'

/** Answer header in which the pin's own data lies beside its bytes. */
const pinHeader = 'x-pin'

/** Kinds that a browser shows without running them; everything else is handed out as a file. */
const shownInline = /^(application\/pdf|image\/(png|jpeg|webp|avif)|video\/|audio\/)/

/** Opens the files kept in one cache. */
export function createPins(parts: PinsDeps, cacheName = publicPinsCacheName): Pins {
  const open = async () => parts.caches?.open(cacheName)
  /** What has come of files whose transfer broke off, by number; gone with the page. */
  const begun = new Map<string, Uint8Array<ArrayBuffer>[]>()

  async function fetchWhole({ no, sizeBytes }: FileValue, onProgress: (share: number) => void) {
    const chunks = begun.get(no) ?? []
    begun.set(no, chunks)
    await fetchFile(parts, no, chunks, (received) => onProgress(Math.min(1, received / sizeBytes)))
    begun.delete(no)
    return new Blob(chunks).arrayBuffer()
  }

  async function list(): Promise<Pin[]> {
    const cache = await open()
    const answers = await cache?.matchAll()
    return (answers ?? []).flatMap((answer) => readPin(answer.headers.get(pinHeader)) ?? [])
  }

  async function remove(no: string): Promise<void> {
    await (await open())?.delete(parts.addressOf(no), { ignoreVary: true })
  }

  return {
    list,
    remove,
    async add(pin, onProgress) {
      const cache = await open()
      if (!cache) throw new PinError('full')
      const kept = await list()
      // Not waited for: some browsers ask the person.
      if (kept.length === 0) parts.persist().catch(() => false)
      const bytes = await fetchWhole(pin.file, onProgress)
      if (!(await isIntact(bytes, pin.file, parts.digest))) throw new PinError('damaged')
      // All or nothing, and what was there before stays when there is no room.
      await cache.put(parts.addressOf(pin.file.no), toAnswer(bytes, pin)).catch((cause: unknown) => {
        throw new PinError('full', cause)
      })
      const older = kept.filter(({ id, file }) => id === pin.id && file.no !== pin.file.no)
      await Promise.all(older.map(({ file }) => remove(file.no)))
    },
    find: async (no) => (await open())?.match(parts.addressOf(no), { ignoreVary: true }),
  }
}

async function isIntact(bytes: ArrayBuffer, file: FileValue, digest: PinsDeps['digest']): Promise<boolean> {
  if (bytes.byteLength !== file.sizeBytes) return false
  const hash = [...new Uint8Array(await digest(bytes))].map((byte) => byte.toString(16).padStart(2, '0'))
  return hash.join('') === file.sha256.toLowerCase()
}

/** A whole 200 answer of our own making: no range, no compression, no header that would forbid to show it. */
function toAnswer(bytes: ArrayBuffer, pin: Pin): Response {
  const { name, mediaType } = pin.file
  const place = shownInline.test(mediaType) ? 'inline' : 'attachment'
  return new Response(bytes, {
    headers: {
      'content-type': mediaType,
      'content-length': String(bytes.byteLength),
      'content-disposition': `${place}; filename*=UTF-8''${encodeURIComponent(name)}`,
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
