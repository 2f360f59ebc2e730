import type { ContentCache } from '#lib/content-cache.ts'
import { otherTabs } from '#lib/device-store/other-tabs.ts'
import type { KeyValueStore } from '#lib/device-store/store.ts'
import { ownerOfValue, recentSearchesKey, seenSessionsKey } from '#lib/user-storage-keys.ts'
import { parseCacheOwner, publicOwner } from './cache-keys.ts'

/** Stores of users' data on a device. Each entry is named by the owner key. */
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

/** Caches of pinned files, `pins:<owner>`, and of page snapshots, `looks:<owner>`. `public` is no user. */
const parseUserCacheOwner = (name: string): string | undefined =>
  /^(?:pins|looks):(?!public$)(.+)$/.exec(name)?.[1]

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
  // Both are stored before the sign-in, too. The last seen versions of starred sessions reveal which ones are starred,
  // and the recent searches are the same user's.
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
    const owner = parseUserCacheOwner(name)
    if (owner !== undefined && isToGo(owner)) await caches?.delete(name)
  }
}

function keysOf(storage: Storage | undefined): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index))
  return keys.filter((key) => typeof key === 'string')
}
