import type { ContentCache } from '#platform/content-cache.ts'
import { otherTabs } from '#platform/device-store/other-tabs.ts'
import type { KeyValueStore } from '#platform/device-store/store.ts'
import { parseKeyOwner, recentSearchesKey, seenSessionsKey } from '#platform/user-storage-keys.ts'
import { parseCacheOwner, publicOwner } from './cache-keys.ts'

/** Stores of users' data on a device. Names of stored items contain the owner key. */
export interface UserDataStores {
  /** undefined where the browser blocks it. */
  storage: Storage | undefined
  contents: Pick<ContentCache, 'removeOwned'>
  values: KeyValueStore
  /** undefined on plain http. */
  caches: CacheStorage | undefined
  /** The outbox is suspended, not removed: it stays, sealed, until its user signs in again. */
  outbox: { suspend: (shouldRemove: (owner: string) => boolean) => Promise<void> }
}

/** Parses the names of caches: `pins:<owner>` of pinned files and `looks:<owner>` of page snapshots. `public` is no user. */
const parseUserCacheOwner = (name: string): string | undefined =>
  /^(?:pins|looks):(?!public$)(.+)$/.exec(name)?.[1]

/**
 * Removes snapshots, cached contents, pinned files and page snapshots of users: localStorage at once, the rest
 * asynchronously. Data whose removal fails stays until the next call.
 */
export async function removePersistedUserData(
  { storage, contents, values, caches, outbox }: UserDataStores,
  shouldRemove: (owner: string) => boolean,
): Promise<void> {
  for (const key of listKeys(storage)) {
    const owner = parseCacheOwner(key) ?? parseKeyOwner(key)
    if (owner === undefined || owner === publicOwner || !shouldRemove(owner)) continue
    storage?.removeItem(key)
  }
  await Promise.allSettled([
    contents.removeOwned(shouldRemove),
    removeCaches(caches, shouldRemove),
    outbox.suspend(shouldRemove),
    removeValues(values, storage, shouldRemove),
  ])
}

async function removeValues(
  values: KeyValueStore,
  storage: Storage | undefined,
  shouldRemove: (owner: string) => boolean,
): Promise<void> {
  const removableKeys = (await values.keys('own-')).filter((key) => {
    const owner = parseKeyOwner(key)
    return owner !== undefined && shouldRemove(owner)
  })
  if (removableKeys.length === 0) return
  // Recent searches and seen sessions are stored without an owner, but belong to the same user. The seen sessions
  // reveal which ones are starred.
  storage?.removeItem(recentSearchesKey)
  const drop = [...removableKeys, seenSessionsKey]
  await values.change<unknown, void>([], () => ({ result: undefined, drop }))
  for (const key of drop) otherTabs.notify(key)
}

async function removeCaches(
  caches: CacheStorage | undefined,
  shouldRemove: (owner: string) => boolean,
): Promise<void> {
  for (const name of (await caches?.keys()) ?? []) {
    const owner = parseUserCacheOwner(name)
    if (owner !== undefined && shouldRemove(owner)) await caches?.delete(name)
  }
}

function listKeys(storage: Storage | undefined): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index))
  return keys.filter((key) => typeof key === 'string')
}
