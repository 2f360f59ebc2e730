import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { favourites, useFavourites } from '#features/favourites'
import { type Programme, sessionsQuery } from '#features/sessions'
import {
  markAsSeen,
  listSessionUpdates,
  type SessionUpdate,
  recordSeenSessions,
} from './find-session-updates.ts'
import { seenStore } from './seen-store.ts'

/** What has changed in the starred sessions, until it is said to have been read. */
export interface SessionUpdates {
  news: readonly SessionUpdate[]
  /** Does not tell these again. */
  markRead: (read: readonly SessionUpdate[]) => void
}

/** Follows the news of starred sessions, and notes the others as they are now. */
export function useSessionUpdates(programme: Programme): SessionUpdates {
  const starred = useFavourites()
  const seen = useSyncExternalStore(seenStore.subscribe, seenStore.read, seenStore.read)
  const { dataUpdatedAt: asOfMs } = useQuery({ ...sessionsQuery(), notifyOnChangeProps: ['dataUpdatedAt'] })
  useEffect(() => {
    let isOver = false
    const take = async () => {
      // Of stars that are not read yet, or are others by now, nothing would be kept.
      await favourites.untilRead()
      if (isOver || starred !== favourites.read()) return
      await seenStore.change((before) => recordSeenSessions(programme, starred, before, asOfMs))
    }
    void take()
    return () => {
      isOver = true
    }
  }, [programme, starred, asOfMs])
  const news = useMemo(
    () => listSessionUpdates(programme, starred, seen, asOfMs),
    [programme, starred, seen, asOfMs],
  )
  return {
    news,
    markRead: (read) => void seenStore.change((before) => markAsSeen(before, read, asOfMs)),
  }
}
