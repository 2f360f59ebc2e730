import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useEntries, useIsOutboxReady } from '#outbox/index.ts'
import { metadataQuery } from '../data/queries.ts'
import { toUndoOffer } from './to-undo-offer.ts'
import { isUndoSuppressed, offerUndo } from './offers.ts'

/** Offers undo for the user's newest write once it has reached the server. */
export function useUndoOffers(): void {
  const entries = useEntries()
  const isOutboxReady = useIsOutboxReady()
  const client = useQueryClient()
  /** Ids of sent entries that were handled already; undefined until the outbox is ready. */
  const knownIds = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!isOutboxReady) return
    const doneEntries = entries.filter(({ state }) => state === 'done')
    // The first run marks all sent entries as handled. A later write is still queued then, so it gets an offer.
    const newlyDone = knownIds.current ? doneEntries.filter(({ id }) => !knownIds.current?.has(id)) : []
    knownIds.current ??= new Set()
    for (const { id } of doneEntries) knownIds.current.add(id)
    const newest = newlyDone.findLast(({ id, isQuiet }) => isQuiet !== true && !isUndoSuppressed(id))
    if (!newest) return
    void client
      .ensureQueryData(metadataQuery(newest.module))
      .then((metadata) => toUndoOffer(newest, metadata))
      .then((offer) => offer && offerUndo(offer))
      // Without metadata there is no offer; the row's history still allows undo.
      .catch(() => undefined)
  }, [entries, isOutboxReady, client])
}
