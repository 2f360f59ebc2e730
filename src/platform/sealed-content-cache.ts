import {
  contentCache,
  getUserContentKey,
  sealedName,
  type ContentCache,
  type CachedContent,
} from './content-cache.ts'
import { getSealer as getAppSealer } from './device-store/on-this-device.ts'
import type { Sealed, Sealer } from './device-store/sealing.ts'

/** The content cache of one user. Keys name the content among the user's, in clear. */
export type SealedContentCache = Pick<ContentCache, 'get' | 'set'>

/**
 * Creates a cache that seals contents for one user. Keys are hashed, since they contain search queries. Where the browser
 * cannot seal, nothing is cached. Content sealed with another key counts as absent.
 */
export function createSealedContentCache(
  owner: string,
  cache: Pick<ContentCache, 'get' | 'set'> = contentCache,
  getSealer: (owner: string) => Sealer = getAppSealer,
): SealedContentCache {
  const sealer = getSealer(owner)
  // The owner is hashed too, so that the same name of two users has different hashes.
  const toKey = async (name: string) => getUserContentKey(owner, sealedName(await digest(`${owner} ${name}`)))
  const seal = async ([name, content]: readonly [string, CachedContent]) => {
    const sealedData = await sealer.seal(content.data)
    return [await toKey(name), { ...content, data: sealedData }] as const
  }
  return {
    async get<T>(name: string): Promise<CachedContent<T> | undefined> {
      if (!canSeal()) return undefined
      const stored = await cache.get<Sealed<T>>(await toKey(name))
      // When the sealing key cannot be read, the content counts as absent, too: the caller fetches it.
      const data = stored && (await sealer.open(stored.data).catch(() => undefined))
      return stored && data !== undefined ? { ...stored, data } : undefined
    },
    async set(entries, priority) {
      if (!canSeal()) return false
      const sealed = await Promise.all(entries.map(seal)).catch(() => undefined)
      return sealed ? cache.set(sealed, priority) : false
    },
  }
}

/** Returns whether the browser can seal. WebCrypto is missing on plain http. */
const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
