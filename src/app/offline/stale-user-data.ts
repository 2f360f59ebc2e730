import { contentCache } from '#platform/content-cache.ts'
import { valueStore } from '#platform/device-store/on-this-device.ts'
import { hasOutboxDatabase } from '#platform/outbox-database.ts'
import { persistentSignInStore, type PersistentSignInStore } from '#platform/persistent-sign-in.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { authStore as appSession, type AuthStore } from '#platform/auth.ts'
import { authChannel, type AuthChannel } from '#platform/auth-channel.ts'
import { findLocalStorage } from '../persistence/persist-in-page.ts'
import { removePersistedUserData, type UserDataStores } from '../persistence/remove-persisted-user-data.ts'

/** Delay of the second removal in milliseconds, twice the longest save. It removes what running saves have written. */
const secondRemovalDelayMs = 4000

/** Timeout for other tabs to report their users, in milliseconds. */
const tabsTimeoutMs = 1500

/** Dependencies of the removal; the app's own by default. */
export interface StaleUserDataDeps {
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
    authStore = appSession,
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
    authStore = appSession,
    tabs = authChannel,
    persistentSignIn = persistentSignInStore,
  } = deps
  const otherTabsUserIds = await tabs.findSignedInUsers(tabsTimeoutMs)
  const persistentId = (await persistentSignIn.read())?.user.id
  const { id } = authStore.getUser()
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
