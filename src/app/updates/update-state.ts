import { useSyncExternalStore } from 'react'

/**
 * `waiting`: a new version is on the device and starts when the user accepts it. `taken`: another tab activated it, and
 * this one still shows the old version.
 */
export type UpdateState = 'none' | 'waiting' | 'taken'

let state: UpdateState = 'none'
const listeners = new Set<() => void>()

/** The state of the app's version on this device. */
export const getUpdateState = (): UpdateState => state

/** Sets the state and notifies the banner. */
export function setUpdateState(next: UpdateState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Follows the state in a component. */
export function useUpdateState(): UpdateState {
  return useSyncExternalStore(subscribe, getUpdateState, () => 'none')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
