import { useSyncExternalStore } from 'react'
import type { StorageLevel } from './cache-store.ts'

let room: StorageLevel = 'enough'
const listeners = new Set<() => void>()

/** Sets the storage level. Called by persistence. */
export function setStorageLevel(next: StorageLevel): void {
  if (next === room) return
  room = next
  for (const listener of listeners) listener()
}

/** Returns the storage level, for the notice. */
export function useStorageLevel(): StorageLevel {
  return useSyncExternalStore(
    subscribe,
    () => room,
    () => 'enough',
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
