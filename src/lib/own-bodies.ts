import {
  contentCache,
  getUserContentKey,
  sealedName,
  type ContentCache,
  type CachedContent,
} from './content-cache.ts'
import { sealerOf as appSealerOf } from './device-store/on-this-device.ts'
import type { Sealed, Sealer } from './device-store/sealing.ts'

/** The part of the shelf of bodies that belongs to one person. */
export type OwnBodies = Pick<ContentCache, 'getBody' | 'setBodies'>

/**
 * Keeps bodies sealed for one person, under names that do not show what was asked for: words that were searched for stand
 * in them. Where the browser cannot seal, nothing is kept. What another key sealed counts as nothing.
 */
export function createOwnBodies(
  owner: string,
  shelf: Pick<ContentCache, 'getBody' | 'setBodies'> = contentCache,
  sealerOf: (owner: string) => Sealer = appSealerOf,
): OwnBodies {
  const sealer = sealerOf(owner)
  const toKey = async (name: string) => getUserContentKey(owner, sealedName(await digest(`${owner} ${name}`)))
  const seal = async ([name, body]: readonly [string, CachedContent]) => {
    const data = await sealer.seal(body.data)
    return [await toKey(name), { ...body, data }] as const
  }
  return {
    async getBody<T>(name: string): Promise<CachedContent<T> | undefined> {
      if (!canSeal()) return undefined
      const kept = await shelf.getBody<Sealed<T>>(await toKey(name))
      const data = kept && (await sealer.open(kept.data).catch(() => undefined))
      return kept && data !== undefined ? { ...kept, data } : undefined
    },
    async setBodies(entries, use) {
      if (!canSeal()) return false
      const sealed = await Promise.all(entries.map(seal)).catch(() => undefined)
      return sealed ? shelf.setBodies(sealed, use) : false
    },
  }
}

/** Missing on plain http. */
const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
