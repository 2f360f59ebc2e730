import type { Aside, StoredValue, Packing } from '#lib/device-store/stored-value.ts'
import { inClear } from '#lib/device-store/stored-value.ts'
import type { SafeStorage } from '#lib/safe-storage.ts'

/** Ids of starred rows. */
export type Ids = ReadonlySet<string>

/** Starred rows of this device. A star is on the disk before it is shown. */
export interface FavouritesStore {
  /** The ids; the same object as long as nothing changed. */
  read: () => Ids
  has: (id: string) => boolean
  /** Stars rows; what is starred already stays. Works without network. */
  add: (ids: Iterable<string>) => Promise<void>
  /** Takes stars away. */
  remove: (ids: Iterable<string>) => Promise<void>
  /** Settles when the device has said which there are, or does not say. */
  untilRead: () => Promise<void>
  /** False once the device refused to keep a star: it then lasts as long as the page does. */
  isKept: () => boolean
  /** Calls back after each change, also one made in another tab. */
  subscribe: (onChange: () => void) => () => void
}

/** Where the starred sessions lie on the device. */
export const favouritesKey = 'favourites'

export const noIds: Ids = new Set()

/** How ids lie in the device's store. */
export const packedIds: Packing<Ids> = {
  ...inClear(parseIds),
  pack: (ids) => Promise.resolve({ version: 1, ids: [...ids] }),
}

function parseIds(saved: unknown): Ids {
  const ids: unknown = saved !== null && typeof saved === 'object' && 'ids' in saved ? saved.ids : []
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
}

/** Starred rows over the value that keeps them. */
export function createFavouritesStore(kept: StoredValue<Ids>): FavouritesStore {
  const set = (ids: Iterable<string>, isMarked: boolean) => {
    const all = [...ids]
    return kept.change((before) => {
      if (all.every((id) => before.has(id) === isMarked)) return before
      return isMarked ? new Set([...before, ...all]) : without(before, all)
    })
  }
  return {
    read: kept.read,
    has: (id) => kept.read().has(id),
    add: (ids) => set(ids, true),
    remove: (ids) => set(ids, false),
    untilRead: kept.untilRead,
    isKept: kept.isKept,
    subscribe: kept.subscribe,
  }
}

/**
 * Stars in localStorage: where they lay in earlier versions of the app, and where they go while IndexedDB refuses them.
 * A star taken away there is noted, so that it does not come back when IndexedDB answers again.
 */
export function createIdsAside(storage: Omit<SafeStorage, 'keys'>, key: string): Aside<Ids> {
  const read = () => {
    const saved = parseJson(storage.read(key))
    return { ids: parseIds(saved), gone: parseIds({ ids: saved?.gone }) }
  }
  return {
    joinTo(value) {
      const { ids, gone } = read()
      if ([...ids].every((id) => value.has(id)) && ![...gone].some((id) => value.has(id))) return value
      return without([...value, ...ids], gone)
    },
    write(next, before) {
      const gone = without([...read().gone, ...before], next)
      return storage.write(key, JSON.stringify({ version: 1, ids: [...next], gone: [...gone] }))
    },
    remove() {
      if (storage.read(key) !== undefined) storage.remove(key)
    },
  }
}

function without(ids: Iterable<string>, gone: Iterable<string>): Ids {
  const taken = new Set(gone)
  return new Set([...ids].filter((id) => !taken.has(id)))
}

function parseJson(saved: string | undefined): { gone?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(saved ?? 'null')
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
