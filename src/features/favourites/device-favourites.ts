import { useSyncExternalStore } from 'react'
import { createStoredValue } from '#lib/device-store/stored-value.ts'
import { valueStore } from '#lib/device-store/on-this-device.ts'
import { otherTabs } from '#lib/device-store/other-tabs.ts'
import { safeLocalStorage } from '#lib/safe-storage.ts'
import { withTimeLimit } from '#lib/time-limit.ts'
import {
  createFavouritesStore,
  createIdsAside,
  favouritesKey,
  noIds,
  packedIds,
  type FavouritesStore,
  type Ids,
} from './favourites-store.ts'
import { accountFavourites, subscribeToAccountFavourites } from './account-favourites.ts'
import { createMergedFavourites, type UnitedFavourites } from './merged-favourites.ts'

/** The longest that a page waits for the device to say what is starred, in milliseconds. */
const readLimitMs = 300

/** Marks of this device under a key of their own: ids that a person has chosen, without an account. */
export const createDeviceMarkStore = (key: string): FavouritesStore =>
  createFavouritesStore(
    createStoredValue({
      store: valueStore,
      key,
      empty: noIds,
      ...packedIds,
      aside: createIdsAside(safeLocalStorage, key),
      tabs: otherTabs,
    }),
  )

/** What people star without an account, by the module of what they star. */
export const deviceFavourites = {
  sessions: createDeviceMarkStore(favouritesKey),
  documents: createDeviceMarkStore(`${favouritesKey}:documents`),
} as const

export type StarredModule = keyof typeof deviceFavourites

/** The starred rows of a module: the account's and this device's are one set for who is signed in. */
export const createModuleFavourites = (module: StarredModule): UnitedFavourites =>
  createMergedFavourites(deviceFavourites[module], module, {
    find: accountFavourites,
    subscribe: subscribeToAccountFavourites,
  })

/** The starred sessions. */
export const favourites = createModuleFavourites('sessions')

/** Settles when the device has said what is starred: a page that showed it later would change under one's eyes. */
export async function untilStarsAreRead(): Promise<void> {
  const reading = [favourites.untilRead(), deviceFavourites.documents.untilRead()]
  await withTimeLimit(Promise.all(reading), readLimitMs, undefined)
}

/** The starred sessions; follows every change, also one made in another tab. */
export function useFavourites(): Ids {
  return useSyncExternalStore(favourites.subscribe, favourites.read, () => noIds)
}

/** Whether one session is starred. Cheaper than {@link useFavourites}: only this session's star draws anew. */
export function useIsFavourite(id: string): boolean {
  return useSyncExternalStore(
    favourites.subscribe,
    () => favourites.has(id),
    () => false,
  )
}

/** False once this device refused to keep a star. */
export function useAreFavouritesStored(): boolean {
  return useSyncExternalStore(favourites.subscribe, favourites.isKept, () => true)
}
