import { useSyncExternalStore } from 'react'
import { localStore } from '#lib/safe-storage.ts'
import { createFavouritesStore, favouritesKey, type FavouritesStore } from './favourites-store.ts'

/** Marks of this device under a key of their own: ids that a person has chosen, without an account. */
export const openDeviceMarks = (key: string): FavouritesStore =>
  createFavouritesStore(
    localStore,
    (onChange) => {
      globalThis.addEventListener?.('storage', (event) => {
        // A null key means that everything was cleared.
        if (event.key === key || event.key === null) onChange()
      })
    },
    key,
  )

/** The starred sessions of this device. */
export const favourites = openDeviceMarks(favouritesKey)

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
