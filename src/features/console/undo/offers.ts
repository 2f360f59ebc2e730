import { useSyncExternalStore } from 'react'

/** A write that can be taken back by another one. */
export interface UndoOffer {
  module: string
  rowId: string
  /** What was done, in the person's words. */
  title: string
  /** The version that it made; undefined for a deletion, which is taken back whole. */
  version?: number
  /** Somebody was written to: that stays. */
  isTold?: boolean
}

let current: UndoOffer | undefined
const listeners = new Set<() => void>()

function show(next: UndoOffer | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

/** Offers to take the newest write back; the one before is found in the history of its row. */
export const offerUndo = (offer: UndoOffer): void => show(offer)

/** The offer goes: it was taken, put away, or its time is over. */
export const endUndoOffer = (): void => show(undefined)

/** The write that can be taken back at this moment. */
export const useUndoOffer = (): UndoOffer | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => undefined,
  )
