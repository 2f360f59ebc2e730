import { contentCache, type ContentCache } from '#platform/content-cache.ts'
import { valueStore, hasOutboxDatabase } from '#platform/device-store/on-this-device.ts'
import { persistentSignInStore, type PersistentSignInStore } from '#platform/persistent-sign-in.ts'
import {
  getOwnerKey,
  parseKeyOwner,
  recentSearchesKey,
  seenSessionsKey,
} from '#platform/user-storage-keys.ts'
import { authStore as appAuthStore, type AuthStore } from '#platform/auth.ts'
import { authChannel, type AuthChannel } from '#platform/auth-channel.ts'
import { otherTabs } from '#platform/device-store/stored-value.ts'
import type { KeyValueStore } from '#platform/device-store/store.ts'
import { findLocalStorage } from '../persistence/persist-in-page.ts'
import { parseCacheOwner, publicOwner } from '#app/persistence/persist-rules.ts'

/**
 * Delay of the second removal in milliseconds: twice the timeout of IndexedDB. It removes what running saves have
 * written.
 */
const secondRemovalDelayMs = 4000

/** Timeout for other tabs to report their users, in milliseconds. */
const tabsTimeoutMs = 1500

/** Dependencies of the removal; the app's own by default. */
interface StaleUserDataDeps {
  stores?: UserDataStores
  authStore?: Pick<AuthStore, 'getUser' | 'getToken'>
  tabs?: Pick<AuthChannel, 'findSignedInUsers'>
  persistentSignIn?: Pick<PersistentSignInStore, 'read'>
  secondRemovalDelayMs?: number
}

/** Removes a user's data from this device, now and again after running writes have ended. */
export function removeUserData(userId: string, deps: StaleUserDataDeps = {}): void {
  const {
    stores = getAppStores(),
    authStore = appAuthStore,
    secondRemovalDelayMs: waitMs = secondRemovalDelayMs,
  } = deps
  const owner = getOwnerKey(userId)
  const remove = () => void removePersistedUserData(stores, (storedOwner) => storedOwner === owner)
  remove()
  setTimeout(() => {
    // The same user may have signed in again.
    if (authStore.getUser().id !== userId) remove()
  }, waitMs)
}

/**
 * Removes the data of users who closed the app without signing out. A sign-in ends with its tab, and the next user of
 * this device may be another person. Data stays while an open tab may still have the user's token, and while the device
 * stores a persistent sign-in, which a slow start may not have restored yet.
 */
export async function removeStaleUserData(deps: StaleUserDataDeps = {}): Promise<void> {
  const {
    stores = getAppStores(),
    authStore = appAuthStore,
    tabs = authChannel,
    persistentSignIn = persistentSignInStore,
  } = deps
  // The user of this tab is read last, since they may sign in while this waits.
  const otherTabsUserIds = await tabs.findSignedInUsers(tabsTimeoutMs)
  const persistentId = (await persistentSignIn.read())?.user.id
  const { id } = authStore.getUser()
  // The user of this tab's token is not known yet: nothing is removed before.
  if (id === undefined && authStore.getToken() !== undefined) return
  const localUserIds = [id, persistentId].filter((userId) => userId !== undefined)
  const activeOwners = new Set([...otherTabsUserIds, ...localUserIds].map(getOwnerKey))
  await removePersistedUserData(stores, (owner) => !activeOwners.has(owner))
}

/** Returns the app's stores. `caches` is undefined on plain http. */
const getAppStores = (): UserDataStores => ({
  storage: findLocalStorage(),
  contents: contentCache,
  values: valueStore,
  caches: globalThis.caches,
  // Suspends the outbox only if it was ever used. If its code cannot be loaded now, the next start tries again.
  outbox: {
    suspend: async (shouldRemove) => {
      if (await hasOutboxDatabase()) await (await import('#outbox/index.ts')).suspendOutbox(shouldRemove)
    },
  },
})

/** Stores of users' data on a device. Names of stored items contain the owner key. */
interface UserDataStores {
  /** undefined where the browser blocks it. */
  storage: Storage | undefined
  /** The content cache. */
  contents: Pick<ContentCache, 'removeOwned'>
  /** The store of sealed values: favourites, searches, persisted queries. */
  values: KeyValueStore
  /** The caches of the service worker; undefined on plain http. */
  caches: CacheStorage | undefined
  /** The outbox is suspended, not removed: it stays, sealed, until its user signs in again. */
  outbox: { suspend: (shouldRemove: (owner: string) => boolean) => Promise<void> }
}

/**
 * Parses the names of caches: `pins:<owner>` of pinned files and `looks:<owner>` of page snapshots. `public` is no
 * user.
 */
const parseUserCacheOwner = (name: string): string | undefined =>
  /^(?:pins|looks):(?!public$)(.+)$/.exec(name)?.[1]

/**
 * Removes snapshots, cached contents, pinned files and page snapshots of users: localStorage at once, the rest
 * asynchronously. Data whose removal fails stays until the next call.
 */
async function removePersistedUserData(
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

/** Removes users' values, and with them the values without an owner that say what these users did. */
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
