import { useSyncExternalStore } from 'react'
import type { Aside } from '#lib/device-store/stored-value.ts'
import { createOwnValue, type OwnValue } from '#lib/device-store/own-value.ts'
import { ownSearchesKey, recentSearchesKey } from '#lib/user-storage-keys.ts'
import { safeLocalStorage, type SafeStorage } from '#lib/safe-storage.ts'

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

type DeviceStorage = Pick<SafeStorage, 'read' | 'write' | 'remove'>

const none: readonly string[] = []

/**
 * Keeps the words of the signed-in person, or those of the device while nobody is signed in.
 * @param storage where the device's lie, in clear: a visitor has no key
 * @param own where a person's lie
 */
export function createRecentSearches(
  storage: DeviceStorage,
  own: OwnValue<readonly string[]>,
): RecentSearches {
  const listeners = new Set<() => void>()
  let known: { text: string | undefined; words: readonly string[] } | undefined
  const ofDevice = () => {
    const text = storage.read(recentSearchesKey)
    if (!known || known.text !== text) known = { text, words: parseText(text) }
    return known.words
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    get: () => own.find()?.read() ?? ofDevice(),
    add(words) {
      const text = words.trim()
      if (text === '') return
      const ofPerson = own.find()
      void ofPerson?.change((before) => withWords(before, [text]))
      if (ofPerson) return
      storage.write(recentSearchesKey, JSON.stringify(withWords(ofDevice(), [text])))
      tell()
    },
    clear() {
      const ofPerson = own.find()
      void ofPerson?.change((before) => (before.length === 0 ? before : none))
      if (ofPerson) return
      storage.remove(recentSearchesKey)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      const stop = own.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

/** Puts words to the front; the same object where they stand there already. */
function withWords(before: readonly string[], words: readonly string[]): readonly string[] {
  if (words.every((word, place) => before[place] === word)) return before
  return [...words, ...before.filter((other) => !words.includes(other))].slice(0, maxSearches)
}

/** What was searched for before the sign-in, or in earlier versions of the app: it becomes the person's. */
export const createDeviceAside = (storage: DeviceStorage): Aside<readonly string[]> => ({
  joinTo: (value) => withWords(value, parseText(storage.read(recentSearchesKey))),
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
  const words = Array.isArray(saved) ? saved.filter((word) => typeof word === 'string') : []
  return words.length === 0 ? none : words.slice(0, maxSearches)
}

/** The app's own. */
export const recentSearches = createRecentSearches(
  safeLocalStorage,
  createOwnValue({
    keyOf: ownSearchesKey,
    empty: none,
    parse,
    asideOf: () => createDeviceAside(safeLocalStorage),
  }),
)

/** Follows them in a component. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(recentSearches.subscribe, recentSearches.get, recentSearches.get)
}
