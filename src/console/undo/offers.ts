import { useSyncExternalStore } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { OutboxEntry } from '#outbox/index.ts'

/** A write that can be undone by another write. */
export interface UndoOffer {
  /** Name of the row's module. */
  module: string
  rowId: string
  /** Describes the write in the user's language. */
  title: string
  /** The version that the write created; undefined for a deletion, which is undone by restoring the row. */
  version?: number
  /** The write sent a message, which cannot be undone. */
  hasNotified?: boolean
}

let currentOffer: UndoOffer | undefined
const listeners = new Set<() => void>()

function setOffer(newOffer: UndoOffer | undefined): void {
  currentOffer = newOffer
  for (const listener of listeners) listener()
}

/** Offers to undo the newest write; older ones are in the history of their rows. */
export const offerUndo = (offer: UndoOffer): void => setOffer(offer)

/** Removes the offer: it was used, dismissed, or has expired. */
export const dismissUndoOffer = (): void => setOffer(undefined)

/** Returns the current offer; none in the server's prerender. */
export const useUndoOffer = (): UndoOffer | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => currentOffer,
    () => undefined,
  )

/** Ids of outbox entries for which another component offers undo. */
const suppressedEntryIds = new Set<string>()

/**
 * Suppresses the offer for an entry that another component can cancel before it is sent.
 * @returns a function that ends the suppression when that component unmounts
 */
export function suppressUndoOffer(entryId: string): () => void {
  suppressedEntryIds.add(entryId)
  return () => void suppressedEntryIds.delete(entryId)
}

/** Whether another component offers undo for an entry. */
export const isUndoSuppressed = (entryId: string): boolean => suppressedEntryIds.has(entryId)

/**
 * Converts a sent outbox entry to an undo offer; undefined for a created row, an action whose definition does not
 * allow undo, and an edit without changes.
 */
export function toUndoOffer(
  { deed, entityId, title, serverRef, module }: OutboxEntry,
  metadata: Pick<ModuleMetadata, 'permissions' | 'actions'>,
): UndoOffer | undefined {
  if (!metadata.permissions.includes('history')) return undefined
  const offer = { module, rowId: serverRef?.id ?? entityId, title }
  if (deed.kind === 'delete') return offer
  if (deed.kind === 'create' || serverRef?.version === undefined) return undefined
  const { version } = serverRef
  // A write to values that the row already had creates no version.
  if (deed.baseVersion !== undefined && version <= deed.baseVersion) return undefined
  if (deed.kind === 'update') return { ...offer, version }
  const action = metadata.actions[deed.name]
  return action?.undoable ? { ...offer, version, ...(action.tells && { hasNotified: true }) } : undefined
}
