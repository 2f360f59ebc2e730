import type { SafeStorage } from '#lib/safe-storage.ts'

/** Starred sessions of this device. */
export interface FavouritesStore {
  /** The ids; the same object as long as nothing changed. */
  read: () => ReadonlySet<string>
  has: (id: string) => boolean
  /** Stars a session or takes its star away. Works without network. */
  toggle: (id: string) => void
  /** Stars sessions that come from elsewhere; what is starred already stays. */
  add: (ids: Iterable<string>) => void
  /** Takes stars away. */
  remove: (ids: Iterable<string>) => void
  /** False once the device refused to keep a star: it then lasts as long as the page does. */
  isKept: () => boolean
  /** Calls back after each change, also one made in another tab. */
  subscribe: (onChange: () => void) => () => void
}

/** Key in the browser's storage. */
export const favouritesKey = 'favourites'

function parseIds(saved: string | undefined): Set<string> {
  if (!saved) return new Set()
  try {
    const value: unknown = JSON.parse(saved)
    const ids = value !== null && typeof value === 'object' && 'ids' in value ? value.ids : []
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/**
 * Keeps starred sessions in the browser's storage. Each change is made on what the storage holds at that moment, so
 * that two tabs do not overwrite each other's stars.
 * @param otherTabs calls back when another tab changed the storage
 * @param key under which they are kept: sessions, and other things apart from them
 */
export function createFavouritesStore(
  storage: Pick<SafeStorage, 'read' | 'write'>,
  otherTabs: (onChange: () => void) => void,
  key = favouritesKey,
): FavouritesStore {
  const listeners = new Set<() => void>()
  let kept = true
  let ids: ReadonlySet<string> | undefined

  const load = () => parseIds(storage.read(key))
  const read = () => (ids ??= load())
  const announce = () => {
    for (const listener of listeners) listener()
  }
  const save = (next: ReadonlySet<string>) => {
    ids = next
    kept = storage.write(key, JSON.stringify({ version: 1, ids: [...next] }))
    announce()
  }
  otherTabs(() => {
    ids = load()
    announce()
  })
  return {
    read,
    has: (id) => read().has(id),
    isKept: () => kept,
    toggle(id) {
      const next = load()
      if (read().has(id)) next.delete(id)
      else next.add(id)
      save(next)
    },
    add: (ids) => save(new Set([...load(), ...ids])),
    remove(ids) {
      const gone = new Set(ids)
      save(new Set([...load()].filter((id) => !gone.has(id))))
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
