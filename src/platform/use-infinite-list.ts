import { useInfiniteQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  clearInfiniteLists,
  syncPageInfo,
  toPageInfo,
  flattenPages,
  type infiniteListQuery,
  type PageInfo,
} from './infinite-list.ts'

/** The state of a list that appends pages. */
export interface InfiniteList<Row> {
  /** Undefined until the first page is loaded. */
  rows: Row[] | undefined
  pageInfo: PageInfo
  /** True after `clear`: there is no page until `loadMore`. */
  isCleared: boolean
  hasMore: boolean
  /** True while a page is loading. */
  isLoading: boolean
  /** True when the last request failed; loaded pages stay. */
  hasFailed: boolean
  error: Error | null
  /** Loads the next page, or the first one after clearing. */
  loadMore: () => void
  /** Loads all pages again that are loaded now. */
  reload: () => Promise<unknown>
  /** Removes all pages from the screen, when the user clears the list. */
  clear: () => void
}

/**
 * Subscribes to a list.
 * @param query of {@link infiniteListQuery}; another key subscribes to another list
 * @param listKey key prefix of the lists that are cleared together
 * @param infoKey query key that has the page info alone, for screens that show it without the rows
 */
export function useInfiniteList<Row extends { id: string }>(
  query: ReturnType<typeof infiniteListQuery<Row>>,
  listKey: QueryKey,
  infoKey: QueryKey,
): InfiniteList<Row> {
  const client = useQueryClient()
  const { data, ...result } = useInfiniteQuery(query)
  const hash = JSON.stringify([query.queryKey, infoKey])
  // oxlint-disable-next-line react/exhaustive-deps -- keys are new arrays at every render, so their text is compared
  useEffect(() => syncPageInfo(client, query.queryKey, infoKey), [client, hash])
  const rows = useMemo(() => data && flattenPages(data), [data])
  return {
    rows,
    pageInfo: toPageInfo(data),
    isCleared: data?.pages.length === 0,
    hasMore: result.hasNextPage,
    isLoading: result.isFetching,
    hasFailed: result.isError,
    error: result.error,
    loadMore: () => void result.fetchNextPage(),
    reload: result.refetch,
    clear: () => clearInfiniteLists(client, listKey, infoKey),
  }
}
