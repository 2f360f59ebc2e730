import type { FavouritesStore, Ids } from './favourites-store.ts'
import type { AccountMarkStore } from './account-marks.ts'

/** Gives access to the marks of the user who is signed in at the time of the call. */
export interface AccountMarks {
  /** Returns the marks; undefined without a user. */
  find: () => AccountMarkStore | undefined
  /** Subscribes to changes of the marks and of the user. */
  subscribe: (listener: () => void) => () => void
}

/** The stars of a module, of device and account together. Screens use these. */
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
  /** The last union: `read` must return the same object as long as neither set changes. */
  let cached: { deviceIds: Ids; accountIds: Ids; union: Ids } | undefined
  /** The last toggle of each row that is still being stored, by id. */
  const pending = new Map<string, { isMarked: boolean }>()
  const read = () => {
    const accountIds = account.find()?.read(module)
    const deviceIds = device.read()
    if (!accountIds) return deviceIds
    if (deviceIds.size === 0) return accountIds
    if (cached?.deviceIds !== deviceIds || cached.accountIds !== accountIds)
      cached = { deviceIds, accountIds, union: new Set([...deviceIds, ...accountIds]) }
    return cached.union
  }
  const set = async (iterable: Iterable<string>, isMarked: boolean) => {
    const ids = [...iterable]
    const marks = account.find()
    if (!marks) return isMarked ? device.add(ids) : device.remove(ids)
    // A star that has not moved to the account yet is removed from both.
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
