import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { favourites, useFavourites } from '#features/programme/favourites'
import { type Programme, sessionsQuery } from '#features/programme/sessions'
import {
  markAsSeen,
  listSessionUpdates,
  type SessionUpdate,
  recordSeenSessions,
} from './find-session-updates.ts'
import { seenStore } from './seen-store.ts'

/** The updates of the starred sessions that are not marked as read. */
export interface SessionUpdates {
  updates: readonly SessionUpdate[]
  /** Marks these updates as read. */
  markRead: (read: readonly SessionUpdate[]) => void
}

/** Returns the updates of the starred sessions and records new stars. */
export function useSessionUpdates(programme: Programme): SessionUpdates {
  const starred = useFavourites()
  const seen = useSyncExternalStore(seenStore.subscribe, seenStore.read, seenStore.read)
  const { dataUpdatedAt: asOfMs } = useQuery({ ...sessionsQuery(), notifyOnChangeProps: ['dataUpdatedAt'] })
  useEffect(() => {
    let isCancelled = false
    const recordStars = async () => {
      // Records of stars that have not loaded, or have changed since, would be dropped.
      await favourites.waitUntilRead()
      if (isCancelled || starred !== favourites.read()) return
      await seenStore.change((previous) => recordSeenSessions(programme, starred, previous, asOfMs))
    }
    void recordStars()
    return () => {
      isCancelled = true
    }
  }, [programme, starred, asOfMs])
  const updates = useMemo(
    () => listSessionUpdates(programme, starred, seen, asOfMs),
    [programme, starred, seen, asOfMs],
  )
  return {
    updates,
    markRead: (read) => void seenStore.change((previous) => markAsSeen(previous, read, asOfMs)),
  }
}
