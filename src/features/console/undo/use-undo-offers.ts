import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useEntries, useIsOutboxReady } from '#outbox/index.ts'
import { metadataQuery } from '../data/queries.ts'
import { toUndoOffer } from './to-undo-offer.ts'
import { isUndoSuppressed, offerUndo } from './offers.ts'

/** While the console is open: each write of this person that arrives is offered to be taken back, the newest only. */
export function useUndoOffers(): void {
  const entries = useEntries()
  const isReady = useIsOutboxReady()
  const client = useQueryClient()
  /** Ids of what had arrived before, or was looked at already; undefined until the outbox has answered once. */
  const seen = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!isReady) return
    const done = entries.filter(({ state }) => state === 'done')
    // What was sent from here waits in the queue first, so that none of it is among those of the beginning.
    const fresh = seen.current ? done.filter(({ id }) => !seen.current?.has(id)) : []
    seen.current ??= new Set()
    for (const { id } of done) seen.current.add(id)
    const newest = fresh.findLast(({ id, isQuiet }) => isQuiet !== true && !isUndoSuppressed(id))
    if (!newest) return
    void client
      .ensureQueryData(metadataQuery(newest.module))
      .then((metadata) => toUndoOffer(newest, metadata))
      .then((offer) => offer && offerUndo(offer))
      // Without its description nothing can be said of it; its history still can.
      .catch(() => undefined)
  }, [entries, isReady, client])
}
