import type { ContentCache } from '#lib/content-cache.ts'
import { otherTabs } from '#lib/device-store/other-tabs.ts'
import type { KeyValueStore } from '#lib/device-store/store.ts'
import { ownerOfValue, recentSearchesKey, seenSessionsKey } from '#lib/user-storage-keys.ts'
import { parseCacheOwner, publicOwner } from './cache-keys.ts'

/** Where a person's own things lie on a device, each under its owner's short name. */
export interface UserDataStores {
  /** undefined where the browser blocks it. */
  storage: Storage | undefined
  bodies: Pick<ContentCache, 'removeOwned'>
  values: KeyValueStore
  /** undefined on plain http. */
  caches: CacheStorage | undefined
  /** The outbox is sealed, not removed: it stays until its user returns. */
  outbox: { park: (isToGo: (owner: string) => boolean) => Promise<void> }
}

/** Files that a person keeps, `pins:<owner>`, and pages as they last were, `looks:<owner>`; `public` is everybody. */
const ownerOfCache = (name: string): string | undefined => /^(?:pins|looks):(?!public$)(.+)$/.exec(name)?.[1]

/**
 * Removes snapshots, cached contents, pinned files and page snapshots of users: localStorage at once, the rest
 * asynchronously. What fails stays until the next call.
 */
export async function removePersistedUserData(
  { storage, bodies, values, caches, outbox }: UserDataStores,
  isToGo: (owner: string) => boolean,
): Promise<void> {
  for (const key of keysOf(storage)) {
    const owner = parseCacheOwner(key) ?? ownerOfValue(key)
    if (owner === undefined || owner === publicOwner || !isToGo(owner)) continue
    storage?.removeItem(key)
  }
  await Promise.allSettled([
    bodies.removeOwned(isToGo),
    removeCaches(caches, isToGo),
    outbox.park(isToGo),
    removeValues(values, storage, isToGo),
  ])
}

async function removeValues(
  values: KeyValueStore,
  storage: Storage | undefined,
  isToGo: (owner: string) => boolean,
): Promise<void> {
  const own = (await values.keys('own-')).filter((key) => {
    const owner = ownerOfValue(key)
    return owner !== undefined && isToGo(owner)
  })
  if (own.length === 0) return
  // What was last seen of starred sessions before the sign-in tells which ones are starred; what was searched for before
  // it are the same person's words.
  storage?.removeItem(recentSearchesKey)
  const drop = [...own, seenSessionsKey]
  await values.change<unknown, void>([], () => ({ result: undefined, drop }))
  for (const key of drop) otherTabs.notify(key)
}

async function removeCaches(
  caches: CacheStorage | undefined,
  isToGo: (owner: string) => boolean,
): Promise<void> {
  for (const name of (await caches?.keys()) ?? []) {
    const owner = ownerOfCache(name)
    if (owner !== undefined && isToGo(owner)) await caches?.delete(name)
  }
}

function keysOf(storage: Storage | undefined): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index))
  return keys.filter((key) => typeof key === 'string')
}
