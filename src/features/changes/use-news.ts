import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { favourites, useFavourites } from '#features/favourites'
import { type Programme, sessionsQuery } from '#features/sessions'
import { acknowledge, listNews, type SessionNews, takeStock } from './find-news.ts'
import { seenStore } from './seen-store.ts'

/** What has changed in the starred sessions, until it is said to have been read. */
export interface News {
  news: readonly SessionNews[]
  /** Does not tell these again. */
  markRead: (read: readonly SessionNews[]) => void
}

/** Follows the news of starred sessions, and notes the others as they are now. */
export function useNews(programme: Programme): News {
  const starred = useFavourites()
  const seen = useSyncExternalStore(seenStore.subscribe, seenStore.read, seenStore.read)
  const { dataUpdatedAt: asOfMs } = useQuery({ ...sessionsQuery(), notifyOnChangeProps: ['dataUpdatedAt'] })
  useEffect(() => {
    let isOver = false
    const take = async () => {
      // Of stars that are not read yet, or are others by now, nothing would be kept.
      await favourites.untilRead()
      if (isOver || starred !== favourites.read()) return
      await seenStore.change((before) => takeStock(programme, starred, before, asOfMs))
    }
    void take()
    return () => {
      isOver = true
    }
  }, [programme, starred, asOfMs])
  const news = useMemo(() => listNews(programme, starred, seen, asOfMs), [programme, starred, seen, asOfMs])
  return {
    news,
    markRead: (read) => void seenStore.change((before) => acknowledge(before, read, asOfMs)),
  }
}
