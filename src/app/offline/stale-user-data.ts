import { contentCache } from '#lib/content-cache.ts'
import { valueStore } from '#lib/device-store/on-this-device.ts'
import { hasOutboxDatabase } from '#lib/outbox-database.ts'
import { persistentSignInStore, type PersistentSignInStore } from '#lib/persistent-sign-in.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { authStore as appSession, type AuthStore } from '#lib/auth.ts'
import { authChannel, type AuthChannel } from '#lib/auth-channel.ts'
import { findLocalStorage } from '../persistence/persist-in-page.ts'
import { removePersistedUserData, type UserDataStores } from '../persistence/remove-persisted-user-data.ts'

/** Delay of the second removal in milliseconds, twice the longest save: it catches writes that were running. */
const againAfterMs = 4000

/** Timeout for other tabs to report their users, in milliseconds. */
const tabsAnswerMs = 1500

/** Dependencies of the removal, by default those of the app. */
export interface StaleUserDataDeps {
  places?: UserDataStores
  session?: Pick<AuthStore, 'getUser' | 'getToken'>
  tabs?: Pick<AuthChannel, 'findSignedInUsers'>
  persistentSignIn?: Pick<PersistentSignInStore, 'read'>
  againAfterMs?: number
}

/** Removes a user's data from this device, now and again after running writes have ended. */
export function removeUserData(userId: string, parts: StaleUserDataDeps = {}): void {
  const { places = appPlaces(), session = appSession, againAfterMs: waitMs = againAfterMs } = parts
  const owner = getOwnerKey(userId)
  const remove = () => void removePersistedUserData(places, (found) => found === owner)
  remove()
  setTimeout(() => {
    // The same user may have signed in again.
    if (session.getUser().id !== userId) remove()
  }, waitMs)
}

/**
 * Removes the data of users who closed the app without signing out. A session ends with its tab, and the next user of
 * this device may be another person. Data stays while an open tab may still have the user's token, and while the device
 * stores a persistent sign-in: a slow start may not have restored it yet (decision 085).
 */
export async function removeStaleUserData(parts: StaleUserDataDeps = {}): Promise<void> {
  const {
    places = appPlaces(),
    session = appSession,
    tabs = authChannel,
    persistentSignIn = persistentSignInStore,
  } = parts
  const elsewhere = await tabs.findSignedInUsers(tabsAnswerMs)
  const persistentId = (await persistentSignIn.read())?.user.id
  const { id } = session.getUser()
  if (id === undefined && session.getToken() !== undefined) return
  const own = [id, persistentId].filter((known) => known !== undefined)
  const here = new Set([...elsewhere, ...own].map(getOwnerKey))
  await removePersistedUserData(places, (owner) => !here.has(owner))
}

/** Caches are missing on plain http. */
const appPlaces = (): UserDataStores => ({
  storage: findLocalStorage(),
  bodies: contentCache,
  values: valueStore,
  caches: globalThis.caches,
  // Its code comes after the start; without network it may not be there, and then the next start does it.
  outbox: {
    park: async (isToGo) => {
      if (await hasOutboxDatabase()) await (await import('#outbox/index.ts')).suspendOutbox(isToGo)
    },
  },
})
