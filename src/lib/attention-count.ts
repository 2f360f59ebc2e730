import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Says how many things of the person's need the person: the outbox does. */
export function setAttentionCount(next: number): void {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows that number in a component. */
export const useAttentionCount = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  )
