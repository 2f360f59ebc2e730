import type { Localized } from '#contract/locale.ts'
import type { FileValue } from '#contract/row.ts'

/** A file kept on this phone. */
export interface Pin {
  file: FileValue
  title: Localized
}

/** Why a file could not be kept. */
export type PinProblem = 'network' | 'damaged' | 'full'

export class PinError extends Error {
  override readonly name = 'PinError'
  readonly problem: PinProblem

  constructor(problem: PinProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

/** What keeping files needs from the browser. */
export interface PinsParts {
  /** undefined on plain http, where a page may not keep files. */
  caches: CacheStorage | undefined
  fetch: typeof fetch
  /** Address of a file; the worker answers the same address from the cache. */
  addressOf: (no: string) => string
  /** Asks the browser not to clear this site's storage on its own. */
  persist: () => Promise<unknown>
  digest: (bytes: ArrayBuffer) => Promise<ArrayBuffer>
}

/** The files kept on this phone, as whole answers in the Cache API (offline.md 4). */
export interface Pins {
  list: () => Promise<Pin[]>
  /** Fetches, checks and keeps a file. @throws PinError */
  add: (pin: Pin, onProgress: (share: number) => void) => Promise<void>
  find: (no: string) => Promise<Response | undefined>
  remove: (no: string) => Promise<void>
}

/** Cache of the public documents; a person's own files get one of their own. The worker reads all that begin so. */
export const publicPins = 'pins:public'

/** A transfer that brings nothing for this long is given up, in milliseconds. */
const stallLimitMs = 20_000

/** Answer header in which the pin's own data lies beside its bytes. */
const pinHeader = 'x-pin'

/** Kinds that a browser shows without running them; everything else is handed out as a file. */
const shownInline = /^(application\/pdf|image\/(png|jpeg|webp|avif)|video\/|audio\/)/

/** Opens the files kept in one cache. */
export function createPins(parts: PinsParts, cacheName = publicPins): Pins {
  const open = async () => parts.caches?.open(cacheName)
  return {
    async list() {
      const cache = await open()
      const answers = await cache?.matchAll()
      return (answers ?? []).flatMap((answer) => readPin(answer.headers.get(pinHeader)) ?? [])
    },
    async add(pin, onProgress) {
      const cache = await open()
      if (!cache) throw new PinError('full')
      await parts.persist().catch(() => false)
      const { no } = pin.file
      const bytes = await fetchWhole(parts, pin.file, onProgress)
      if (!(await isIntact(bytes, pin.file, parts.digest))) throw new PinError('damaged')
      await cache.put(parts.addressOf(no), toAnswer(bytes, pin)).catch(async (cause: unknown) => {
        await cache.delete(parts.addressOf(no)).catch(() => false)
        throw new PinError('full', cause)
      })
    },
    find: async (no) => (await open())?.match(parts.addressOf(no), { ignoreVary: true }),
    async remove(no) {
      await (await open())?.delete(parts.addressOf(no), { ignoreVary: true })
    },
  }
}

async function fetchWhole(
  parts: PinsParts,
  { no, sizeBytes }: FileValue,
  onProgress: (share: number) => void,
): Promise<ArrayBuffer> {
  const controller = new AbortController()
  let stall = setTimeout(() => controller.abort(), stallLimitMs)
  try {
    const answer = await parts.fetch(parts.addressOf(no), { signal: controller.signal, cache: 'no-store' })
    if (answer.status !== 200 || !answer.body) throw new PinError('network')
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let received = 0
    for (let reader = answer.body.getReader(); ;) {
      const { value } = await reader.read()
      if (!value) break
      clearTimeout(stall)
      stall = setTimeout(() => controller.abort(), stallLimitMs)
      chunks.push(value)
      received += value.byteLength
      onProgress(Math.min(1, received / sizeBytes))
    }
    return await new Blob(chunks).arrayBuffer()
  } catch (cause) {
    throw cause instanceof PinError ? cause : new PinError('network', cause)
  } finally {
    clearTimeout(stall)
  }
}

async function isIntact(bytes: ArrayBuffer, file: FileValue, digest: PinsParts['digest']): Promise<boolean> {
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
