import { seenSessionsKey } from '#lib/owner.ts'
import type { SafeStorage } from '#lib/safe-storage.ts'
import { localStore } from '#lib/safe-storage.ts'
import { parseSeen, type SeenSessions } from './seen-sessions.ts'

/** What was last seen of the starred sessions, kept on this device. */
export interface SeenStore {
  /** The same object as long as nothing changed. */
  read: () => SeenSessions
  /** Changes what the storage holds at this moment: another tab may have changed it. */
  change: (toNext: (before: SeenSessions) => SeenSessions) => void
  subscribe: (onChange: () => void) => () => void
}

/** Key in the browser's storage. */
export const seenKey = seenSessionsKey

/** @param otherTabs calls back when another tab changed the storage */
export function createSeenStore(
  storage: Pick<SafeStorage, 'read' | 'write'>,
  otherTabs: (onChange: () => void) => void,
): SeenStore {
  const listeners = new Set<() => void>()
  let held: { text: string | undefined; seen: SeenSessions } | undefined
  const load = () => {
    const text = storage.read(seenKey)
    if (!held || held.text !== text) held = { text, seen: parseSeen(text) }
    return held.seen
  }
  const announce = () => {
    for (const listener of listeners) listener()
  }
  otherTabs(announce)
  return {
    read: load,
    change(toNext) {
      const before = load()
      const seen = toNext(before)
      if (seen === before) return
      const text = JSON.stringify({ version: 1, sessions: seen })
      storage.write(seenKey, text)
      held = { text, seen }
      announce()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

export const seenStore = createSeenStore(localStore, (onChange) => {
  globalThis.addEventListener?.('storage', (event) => {
    // A null key means that everything was cleared.
    if (event.key === seenKey || event.key === null) onChange()
  })
})
