import { useSyncExternalStore } from 'react'
import { localStore } from '#lib/safe-storage.ts'
import { createFavouritesStore, favouritesKey, type FavouritesStore } from './favourites-store.ts'
import { followStorage, ownFavourites, subscribeToOwn } from './own-favourites.ts'
import { unite } from './unite.ts'

/** Marks of this device under a key of their own: ids that a person has chosen, without an account. */
export const openDeviceMarks = (key: string): FavouritesStore =>
  createFavouritesStore(localStore, (onChange) => followStorage(key, onChange), key)

/** What people star without an account, by the module of what they star. */
export const deviceFavourites = {
  sessions: openDeviceMarks(favouritesKey),
  documents: openDeviceMarks(`${favouritesKey}:documents`),
} as const

export type StarredModule = keyof typeof deviceFavourites

/** The starred rows of a module: the account's and this device's are one set for who is signed in. */
export const favouritesOf = (module: StarredModule): FavouritesStore =>
  unite(deviceFavourites[module], module, { find: ownFavourites, subscribe: subscribeToOwn })

/** The starred sessions. */
export const favourites = favouritesOf('sessions')

const none: ReadonlySet<string> = new Set()

/** The starred sessions; follows every change, also one made in another tab. */
export function useFavourites(): ReadonlySet<string> {
  return useSyncExternalStore(favourites.subscribe, favourites.read, () => none)
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
export function useAreFavouritesKept(): boolean {
  return useSyncExternalStore(favourites.subscribe, favourites.isKept, () => true)
}
