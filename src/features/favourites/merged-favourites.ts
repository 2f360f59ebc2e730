import type { FavouritesStore, Ids } from './favourites-store.ts'
import type { AccountMarkStore } from './account-marks.ts'

/** Whoever is signed in. */
export interface AccountMarks {
  /** Their marks; undefined for nobody. */
  find: () => AccountMarkStore | undefined
  /** Calls back when they change, or the person does. */
  subscribe: (listener: () => void) => () => void
}

/** The stars of a module, wherever they belong. */
export interface UnitedFavourites extends FavouritesStore {
  /** Stars a row or takes its star away: the other way round than it was asked for last, also while that is being written. */
  toggle: (id: string) => Promise<void>
}

/**
 * The marks of a device and of who is signed in as one set. Without anybody they are the device's. What somebody who is
 * signed in marks belongs to the account; what the device had before counts with it, until it is the account's too.
 */
export function createMergedFavourites(
  device: FavouritesStore,
  module: string,
  own: AccountMarks,
): UnitedFavourites {
  let last: { of: readonly [Ids, Ids]; all: Ids } | undefined
  /** What is being written. */
  const asked = new Map<string, { isMarked: boolean }>()
  const read = () => {
    const account = own.find()?.read(module)
    const here = device.read()
    if (!account) return here
    if (here.size === 0) return account
    if (last?.of[0] !== here || last.of[1] !== account)
      last = { of: [here, account], all: new Set([...here, ...account]) }
    return last.all
  }
  const set = async (given: Iterable<string>, isMarked: boolean) => {
    const ids = [...given]
    const marks = own.find()
    if (!marks) return isMarked ? device.add(ids) : device.remove(ids)
    const isOnDevice = !isMarked && ids.some((id) => device.has(id))
    await Promise.all([marks.set(module, ids, isMarked), isOnDevice && device.remove(ids)])
  }
  return {
    read,
    has: (id) => read().has(id),
    async toggle(id) {
      const wish = { isMarked: !(asked.get(id)?.isMarked ?? read().has(id)) }
      asked.set(id, wish)
      await set([id], wish.isMarked)
      if (asked.get(id) === wish) asked.delete(id)
    },
    add: (ids) => set(ids, true),
    remove: (ids) => set(ids, false),
    async untilRead() {
      await Promise.all([device.untilRead(), own.find()?.untilRead()])
    },
    isKept: () => device.isKept() && own.find()?.isKept() !== false,
    subscribe(onChange) {
      const stops = [device.subscribe(onChange), own.subscribe(onChange)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
