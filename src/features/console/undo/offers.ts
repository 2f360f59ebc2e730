import { useSyncExternalStore } from 'react'

/** A write that can be undone by another write. */
export interface UndoOffer {
  module: string
  rowId: string
  /** What was done, in the user's language. */
  title: string
  /** The version that the write created; undefined for a deletion, which is undone as a whole. */
  version?: number
  /** The write sent a message, which cannot be undone. */
  hasNotified?: boolean
}

let current: UndoOffer | undefined
const listeners = new Set<() => void>()

function show(next: UndoOffer | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

/** Offers to undo the newest write; older ones are in the history of their rows. */
export const offerUndo = (offer: UndoOffer): void => show(offer)

/** Removes the offer: it was used, dismissed, or has expired. */
export const dismissUndoOffer = (): void => show(undefined)

/** Returns the current offer. */
export const useUndoOffer = (): UndoOffer | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => undefined,
  )

/** Ids of outbox entries for which another component offers undo. */
const offeredElsewhere = new Set<string>()

/**
 * Suppresses the offer for an entry that another component can cancel before it is sent.
 * @returns a function that ends the suppression when that component unmounts
 */
export function suppressUndoOffer(entryId: string): () => void {
  offeredElsewhere.add(entryId)
  return () => void offeredElsewhere.delete(entryId)
}

/** Whether another component offers undo for an entry. */
export const isUndoSuppressed = (entryId: string): boolean => offeredElsewhere.has(entryId)
