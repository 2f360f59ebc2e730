import { useSyncExternalStore } from 'react'
import type { FallbackStorage } from '#platform/device-store/stored-value.ts'
import { createOwnValue, type OwnValue } from '#platform/device-store/own-value.ts'
import { getSearchesKey, recentSearchesKey } from '#platform/user-storage-keys.ts'
import { safeLocalStorage, type SafeStorage } from '#platform/safe-storage.ts'

/** Maximum number of searches; the oldest are dropped. */
const maxSearches = 8

/** The recent searches of this device, latest first. */
export interface RecentSearches {
  get: () => readonly string[]
  /** Adds a search of which the user opened a hit; one that is listed already moves to the front. */
  add: (query: string) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

/** The part of localStorage that the searches use. */
type DeviceStorage = Pick<SafeStorage, 'read' | 'write' | 'remove'>

const none: readonly string[] = []

/**
 * Creates the store: of the signed-in user, or of the device without a signed-in user.
 * @param storage holds the device's searches in plain text, because a visitor has no key
 * @param userValue holds the user's searches
 */
export function createRecentSearches(
  storage: DeviceStorage,
  userValue: OwnValue<readonly string[]>,
): RecentSearches {
  const listeners = new Set<() => void>()
  /** The device's searches as last parsed: `get` must return the same object as long as nothing changes. */
  let cached: { text: string | undefined; searches: readonly string[] } | undefined
  const readDeviceSearches = () => {
    const text = storage.read(recentSearchesKey)
    if (!cached || cached.text !== text) cached = { text, searches: parseText(text) }
    return cached.searches
  }
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    get: () => userValue.find()?.read() ?? readDeviceSearches(),
    add(query) {
      const text = query.trim()
      if (text === '') return
      const userSearches = userValue.find()
      void userSearches?.change((previous) => moveToFront(previous, [text]))
      if (userSearches) return
      storage.write(recentSearchesKey, JSON.stringify(moveToFront(readDeviceSearches(), [text])))
      notify()
    },
    clear() {
      const userSearches = userValue.find()
      void userSearches?.change((previous) => (previous.length === 0 ? previous : none))
      if (userSearches) return
      storage.remove(recentSearchesKey)
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      const unsubscribe = userValue.subscribe(listener)
      return () => {
        listeners.delete(listener)
        unsubscribe()
      }
    },
  }
}

/** Moves searches to the front; returns the same object when they are there already. */
function moveToFront(previous: readonly string[], searches: readonly string[]): readonly string[] {
  if (searches.every((query, index) => previous[index] === query)) return previous
  return [...searches, ...previous.filter((other) => !searches.includes(other))].slice(0, maxSearches)
}

/**
 * Creates the storage of searches from before the sign-in or from earlier versions of the app; they become the user's.
 */
export const createDeviceFallback = (storage: DeviceStorage): FallbackStorage<readonly string[]> => ({
  mergeInto: (value) => moveToFront(value, parseText(storage.read(recentSearchesKey))),
  // The user's searches are never stored in plain text.
  write: () => false,
  remove() {
    if (storage.read(recentSearchesKey) !== undefined) storage.remove(recentSearchesKey)
  },
})

function parseText(text: string | undefined): readonly string[] {
  try {
    return parse(JSON.parse(text ?? '[]'))
  } catch {
    return none
  }
}

function parse(saved: unknown): readonly string[] {
  const searches = Array.isArray(saved) ? saved.filter((query) => typeof query === 'string') : []
  return searches.length === 0 ? none : searches.slice(0, maxSearches)
}

/** The app's recent searches. */
export const recentSearches = createRecentSearches(
  safeLocalStorage,
  createOwnValue({
    getKey: getSearchesKey,
    empty: none,
    parse,
    createFallback: () => createDeviceFallback(safeLocalStorage),
  }),
)

/** Subscribes a component to the recent searches. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(recentSearches.subscribe, recentSearches.get, recentSearches.get)
}
