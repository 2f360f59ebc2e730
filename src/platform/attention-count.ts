import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Sets the number of outbox entries that need the user's attention. Called by the outbox. */
export function setAttentionCount(next: number): void {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns that number. */
export const useAttentionCount = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  )
