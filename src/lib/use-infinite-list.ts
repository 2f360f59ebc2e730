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

/** A list that appends pages, in a component. */
export interface InfiniteList<Row> {
  /** Undefined until the first page came. */
  rows: Row[] | undefined
  pageInfo: PageInfo
  isCleared: boolean
  hasMore: boolean
  /** A page is on its way. */
  isLoading: boolean
  /** The last page that was asked for did not come; what is there stays. */
  hasFailed: boolean
  error: Error | null
  /** Asks for the next page; the first one after clearing. */
  loadMore: () => void
  /** Asks anew for what is there. */
  reload: () => Promise<unknown>
  clear: () => void
}

/**
 * Follows a list.
 * @param query the same for the same list
 * @param listKey beginning of the keys that are cleared together
 * @param infoKey where the page info lies in the cache
 */
export function useInfiniteList<Row extends { id: string }>(
  query: ReturnType<typeof infiniteListQuery<Row>>,
  listKey: QueryKey,
  infoKey: QueryKey,
): InfiniteList<Row> {
  const client = useQueryClient()
  const { data, ...result } = useInfiniteQuery(query)
  const hash = JSON.stringify([query.queryKey, infoKey])
  // oxlint-disable-next-line react/exhaustive-deps -- keys are new arrays at every drawing; their text tells them apart
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
