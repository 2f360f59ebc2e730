import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useEntries, useIsOutboxReady } from '#outbox/index.ts'
import { metadataQuery } from '../data/queries.ts'
import { toUndoOffer } from './to-undo-offer.ts'
import { isUndoSuppressed, offerUndo } from './offers.ts'

/** Offers undo for the user's newest write once it has reached the server. */
export function useUndoOffers(): void {
  const entries = useEntries()
  const isReady = useIsOutboxReady()
  const client = useQueryClient()
  /** Ids of entries that were sent before or are handled; undefined until the outbox is ready. */
  const seen = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!isReady) return
    const done = entries.filter(({ state }) => state === 'done')
    // Later entries are queued first, so they are not among the entries of the first run.
    const fresh = seen.current ? done.filter(({ id }) => !seen.current?.has(id)) : []
    seen.current ??= new Set()
    for (const { id } of done) seen.current.add(id)
    const newest = fresh.findLast(({ id, isQuiet }) => isQuiet !== true && !isUndoSuppressed(id))
    if (!newest) return
    void client
      .ensureQueryData(metadataQuery(newest.module))
      .then((metadata) => toUndoOffer(newest, metadata))
      .then((offer) => offer && offerUndo(offer))
      // Without metadata there is no offer; the row's history still has the write.
      .catch(() => undefined)
  }, [entries, isReady, client])
}
