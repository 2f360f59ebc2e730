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
export const dismissUndoOffer = (): void => show(undefined)

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

/** Ids of entries that are taken back where they were made. */
const offeredElsewhere = new Set<string>()

/**
 * Something is taken back where it was made, at a desk that holds it back: nothing else offers that too, then or later.
 * @returns what ends it, when the person leaves that place before it went out
 */
export function suppressUndoOffer(entryId: string): () => void {
  offeredElsewhere.add(entryId)
  return () => void offeredElsewhere.delete(entryId)
}

/** Whether another place has the way back of an entry. */
export const isUndoSuppressed = (entryId: string): boolean => offeredElsewhere.has(entryId)
