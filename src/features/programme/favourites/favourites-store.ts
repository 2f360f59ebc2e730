import type { StoredValue, Packing, FallbackStorage } from '#platform/device-store/stored-value.ts'
import { unsealedPacking } from '#platform/device-store/stored-value.ts'
import type { SafeStorage } from '#platform/safe-storage.ts'

/** Ids of marked rows of one module: most often starred ones. */
export type Ids = ReadonlySet<string>

/**
 * A set of marked rows that screens read and change: starred rows, or on this device also downloaded documents. A mark
 * is stored before it is shown.
 */
export interface FavouritesStore {
  /** Returns the ids; the same object while nothing changes. */
  read: () => Ids
  has: (id: string) => boolean
  /** Stars rows; starred ones stay. Works without network. */
  add: (ids: Iterable<string>) => Promise<void>
  /** Removes the stars of rows; others are ignored. */
  remove: (ids: Iterable<string>) => Promise<void>
  /** Resolves when the device has read the stars, or failed to. */
  waitUntilRead: () => Promise<void>
  /** False once the device failed to store a star, which then lasts as long as the page. */
  isPersisted: () => boolean
  /** Subscribes to changes, also of other tabs. */
  subscribe: (onChange: () => void) => () => void
}

/** Storage key of the starred sessions. */
export const favouritesKey = 'favourites'

export const noIds: Ids = new Set()

/** How ids are encoded in the device's store. Nothing reads the version yet. */
export const packedIds: Packing<Ids> = {
  ...unsealedPacking(parseIds),
  pack: (ids) => Promise.resolve({ version: 1, ids: [...ids] }),
}

function parseIds(saved: unknown): Ids {
  const ids: unknown = saved !== null && typeof saved === 'object' && 'ids' in saved ? saved.ids : []
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
}

/** Creates the store over a stored value. */
export function createFavouritesStore(stored: StoredValue<Ids>): FavouritesStore {
  const set = (ids: Iterable<string>, isMarked: boolean) => {
    const all = [...ids]
    return stored.change((previous) => {
      if (all.every((id) => previous.has(id) === isMarked)) return previous
      return isMarked ? new Set([...previous, ...all]) : without(previous, all)
    })
  }
  return {
    read: stored.read,
    has: (id) => stored.read().has(id),
    add: (ids) => set(ids, true),
    remove: (ids) => set(ids, false),
    waitUntilRead: stored.whenRead,
    isPersisted: stored.isPersisted,
    subscribe: stored.subscribe,
  }
}

/**
 * Creates the fallback for stars in localStorage: from earlier versions of the app, and while IndexedDB fails.
 * A removed star is recorded there, so that it does not come back when IndexedDB works again.
 */
export function createFallbackIdsStorage(
  storage: Omit<SafeStorage, 'keys'>,
  key: string,
): FallbackStorage<Ids> {
  const read = () => {
    const saved = parseJson(storage.read(key))
    // The stored text names the removed ids `gone`.
    return { ids: parseIds(saved), removed: parseIds({ ids: saved?.gone }) }
  }
  return {
    mergeInto(value) {
      const { ids, removed } = read()
      if ([...ids].every((id) => value.has(id)) && ![...removed].some((id) => value.has(id))) return value
      return without([...value, ...ids], removed)
    },
    write(next, previous) {
      const removed = without([...read().removed, ...previous], next)
      return storage.write(key, JSON.stringify({ version: 1, ids: [...next], gone: [...removed] }))
    },
    remove() {
      if (storage.read(key) !== undefined) storage.remove(key)
    },
  }
}

/** Returns the ids without the removed ones. */
function without(ids: Iterable<string>, removed: Iterable<string>): Ids {
  const removedIds = new Set(removed)
  return new Set([...ids].filter((id) => !removedIds.has(id)))
}

function parseJson(saved: string | undefined): { gone?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(saved ?? 'null')
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
