import type { FavouritesStore, Ids } from './favourites-store.ts'
import type { AccountMarkStore } from './account-marks.ts'

/** The marks of the signed-in user. */
export interface AccountMarks {
  /** Returns the marks; undefined without a user. */
  find: () => AccountMarkStore | undefined
  /** Subscribes to changes of the marks and of the user. */
  subscribe: (listener: () => void) => () => void
}

/** The stars of a module, of device and account. */
export interface MergedFavourites extends FavouritesStore {
  /** Stars a row or removes its star: the opposite of the last request, even while that is being stored. */
  toggle: (id: string) => Promise<void>
}

/**
 * Merges the marks of a device and of the signed-in user into one set.
 * Without a user the set has the device's marks only. A user's new marks belong to the account. Earlier marks of the
 * device stay in the set until they have been moved to the account.
 */
export function createMergedFavourites(
  device: FavouritesStore,
  module: string,
  account: AccountMarks,
): MergedFavourites {
  let cached: { sources: readonly [Ids, Ids]; union: Ids } | undefined
  /** The changes that are being stored. */
  const pending = new Map<string, { isMarked: boolean }>()
  const read = () => {
    const accountIds = account.find()?.read(module)
    const deviceIds = device.read()
    if (!accountIds) return deviceIds
    if (deviceIds.size === 0) return accountIds
    if (cached?.sources[0] !== deviceIds || cached.sources[1] !== accountIds)
      cached = { sources: [deviceIds, accountIds], union: new Set([...deviceIds, ...accountIds]) }
    return cached.union
  }
  const set = async (iterable: Iterable<string>, isMarked: boolean) => {
    const ids = [...iterable]
    const marks = account.find()
    if (!marks) return isMarked ? device.add(ids) : device.remove(ids)
    const isOnDevice = !isMarked && ids.some((id) => device.has(id))
    await Promise.all([marks.set(module, ids, isMarked), isOnDevice && device.remove(ids)])
  }
  return {
    read,
    has: (id) => read().has(id),
    async toggle(id) {
      const request = { isMarked: !(pending.get(id)?.isMarked ?? read().has(id)) }
      pending.set(id, request)
      await set([id], request.isMarked)
      if (pending.get(id) === request) pending.delete(id)
    },
    add: (ids) => set(ids, true),
    remove: (ids) => set(ids, false),
    async waitUntilRead() {
      await Promise.all([device.waitUntilRead(), account.find()?.waitUntilRead()])
    },
    // False when this page alone has the stars, because the browser stores nothing.
    isPersisted: () => device.isPersisted() && account.find()?.isPersisted() !== false,
    subscribe(onChange) {
      const unsubscribers = [device.subscribe(onChange), account.subscribe(onChange)]
      return () => {
        for (const stop of unsubscribers) stop()
      }
    },
  }
}
