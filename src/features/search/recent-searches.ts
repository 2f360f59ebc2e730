import { useSyncExternalStore } from 'react'
import { localStore, type SafeStorage } from '#lib/safe-storage.ts'

/** Where they are kept on this device, and nowhere else. */
const key = 'search:recent'
/** More are forgotten, the oldest first. */
const maxSearches = 8

/** What was searched for on this device, the latest first. */
export interface RecentSearches {
  get: () => readonly string[]
  /** Notes words that led somewhere; known ones come to the front. */
  add: (words: string) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

/** @param storage where they are kept */
export function createRecentSearches(
  storage: Pick<SafeStorage, 'read' | 'write' | 'remove'>,
): RecentSearches {
  const listeners = new Set<() => void>()
  let known: readonly string[] | undefined
  const get = () => (known ??= parse(storage.read(key)))
  const tell = (next: readonly string[]) => {
    known = next
    for (const listener of listeners) listener()
  }
  return {
    get,
    add(words) {
      const text = words.trim()
      if (text === '') return
      const next = [text, ...get().filter((other) => other !== text)].slice(0, maxSearches)
      storage.write(key, JSON.stringify(next))
      tell(next)
    },
    clear() {
      storage.remove(key)
      tell([])
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function parse(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    const words = Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
    return words.slice(0, maxSearches)
  } catch {
    return []
  }
}

/** The app's own. */
export const recentSearches = createRecentSearches(localStore)

/** Follows them in a component. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(recentSearches.subscribe, recentSearches.get, recentSearches.get)
}
