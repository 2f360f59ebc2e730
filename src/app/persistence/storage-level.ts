import { useSyncExternalStore } from 'react'
import type { StorageLevel } from './cache-store.ts'

let room: StorageLevel = 'enough'
const listeners = new Set<() => void>()

/** Persistence tells how much room the device's storage has left. */
export function setStorageLevel(next: StorageLevel): void {
  if (next === room) return
  room = next
  for (const listener of listeners) listener()
}

/** Follows the room left for saved data, for the one visible notice. */
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
