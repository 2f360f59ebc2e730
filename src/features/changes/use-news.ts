import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useFavourites } from '#features/favourites'
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
  useEffect(
    () => seenStore.change((before) => takeStock(programme, starred, before, asOfMs)),
    [programme, starred, asOfMs],
  )
  const news = useMemo(() => listNews(programme, starred, seen, asOfMs), [programme, starred, seen, asOfMs])
  return {
    news,
    markRead: (read) => seenStore.change((before) => acknowledge(before, read, asOfMs)),
  }
}
