import { useSyncExternalStore } from 'react'
import { createStoredValue, otherTabs } from '#platform/device-store/stored-value.ts'
import { valueStore } from '#platform/device-store/on-this-device.ts'
import { safeLocalStorage } from '#platform/safe-storage.ts'
import { withTimeLimit } from '#platform/device-store/store.ts'
import {
  createFavouritesStore,
  createFallbackIdsStorage,
  favouritesKey,
  noIds,
  packedIds,
  type FavouritesStore,
  type Ids,
} from './favourites-store.ts'
import { findAccountFavourites, subscribeToAccountFavourites } from './account-favourites.ts'
import { createMergedFavourites, type MergedFavourites } from './merged-favourites.ts'

/** Maximum time that a page waits for the stars to be read, in milliseconds. */
const readLimitMs = 300

/**
 * Creates a set of row ids that this device stores for visitors without an account: starred or downloaded rows.
 * @param key storage key, which phones have stored
 */
export const createDeviceMarkStore = (key: string): FavouritesStore =>
  createFavouritesStore(
    createStoredValue({
      store: valueStore,
      key,
      empty: noIds,
      ...packedIds,
      fallback: createFallbackIdsStorage(safeLocalStorage, key),
      tabs: otherTabs,
    }),
  )

/** Stars set without an account, by module. They move to the account when a user signs in. */
export const deviceFavourites = {
  sessions: createDeviceMarkStore(favouritesKey),
  documents: createDeviceMarkStore(`${favouritesKey}:documents`),
} as const

/** Name of a module whose rows can be starred. */
export type StarredModule = keyof typeof deviceFavourites

/** Returns the starred rows of a module: for a signed-in user, those of the account and of this device as one set. */
export const createModuleFavourites = (module: StarredModule): MergedFavourites =>
  createMergedFavourites(deviceFavourites[module], module, {
    find: findAccountFavourites,
    subscribe: subscribeToAccountFavourites,
  })

/** The starred sessions. */
export const favourites = createModuleFavourites('sessions')

/** Resolves when the device has read the stars: a page that showed them later would change visibly. */
export async function waitUntilStarsAreRead(): Promise<void> {
  // The first also waits for the account's marks, which are one stored value for sessions and documents.
  const reading = [favourites.waitUntilRead(), deviceFavourites.documents.waitUntilRead()]
  await withTimeLimit(Promise.all(reading), readLimitMs, undefined)
}

/** Returns the starred sessions; follows every change, also of other tabs. */
export function useFavourites(): Ids {
  return useSyncExternalStore(favourites.subscribe, favourites.read, () => noIds)
}

/** Returns whether a session is starred. Cheaper than {@link useFavourites}: only this session's star renders again. */
export function useIsFavourite(id: string): boolean {
  return useSyncExternalStore(
    favourites.subscribe,
    () => favourites.has(id),
    () => false,
  )
}

/** False once this device failed to store a star. */
export function useAreFavouritesStored(): boolean {
  return useSyncExternalStore(favourites.subscribe, favourites.isPersisted, () => true)
}
