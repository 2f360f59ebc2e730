import {
  hashKey,
  infiniteQueryOptions,
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query'
import type { ListData } from '#contract/envelope.ts'
import { limits } from '#contract/forum.ts'

/**
 * Lists that append pages and can be cleared: questions and search results. Pages are in the query cache, which aborts
 * the requests of a list that no component uses any more.
 */

/** State of a list, in the cache under `qaPageInfo` and `searchPageInfo`. */
export interface PageInfo {
  /** Number of the last loaded page; 1 before the first is loaded, 0 after the list was cleared. */
  page: number
  /** Number of rows on a page. */
  size: number
  /** Number of rows on all pages, as the server counted them with the last loaded page. */
  total: number
}

/** Before anything was loaded. */
export const initialPageInfo: PageInfo = { page: 1, size: limits.pageSize, total: 0 }

/** After the list was cleared: the next load fetches page 1. */
export const clearedPageInfo: PageInfo = { page: 0, size: limits.pageSize, total: 0 }

/** The pages of a list in the order of loading, with their numbers. */
export type InfinitePages<Row> = InfiniteData<ListData<Row>, number>

/** A cleared list has data without pages. A list that was never loaded has no data. */
const isCleared = (pages: Pick<InfinitePages<unknown>, 'pages'> | undefined) => pages?.pages.length === 0

/** Options of a list. */
interface InfiniteListOptions<Row> {
  /** Key of the query. It contains the list's filters. */
  key: QueryKey
  /** Fetches a page, counted from 1. */
  loadPage: (page: number, signal: AbortSignal) => Promise<ListData<Row>>
  /** How long loaded pages count as fresh, in milliseconds. */
  freshMs: number
  meta: QueryMeta
  /** False fetches nothing yet, as for an empty search; true by default. */
  enabled?: boolean
}

/** Creates the query of a list. It fetches page 1 at first and after clearing, else the page after the last. */
export function infiniteListQuery<Row>({
  key,
  loadPage,
  freshMs,
  meta,
  enabled = true,
}: InfiniteListOptions<Row>) {
  type Pages = Query<ListData<Row>, Error, InfinitePages<Row>>
  /** A list that the user has cleared is not refetched automatically. */
  const isNotCleared = ({ state }: Pages) => !isCleared(state.data)
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }: ListData<Row>) => (page * size < total ? page + 1 : undefined),
    staleTime: freshMs,
    meta,
    enabled,
    // A cleared list counts as fresh. Without `always`, a screen that the user opens again would stay empty.
    refetchOnMount: ({ state }: Pages) => (isCleared(state.data) ? 'always' : true),
    refetchOnWindowFocus: isNotCleared,
    refetchOnReconnect: isNotCleared,
  })
}

/** Derives the page info from the pages. */
export function toPageInfo(data: Pick<InfinitePages<unknown>, 'pages'> | undefined): PageInfo {
  if (!data) return initialPageInfo
  const lastPage = data.pages.at(-1)
  return lastPage ? { page: lastPage.page, size: lastPage.size, total: lastPage.total } : clearedPageInfo
}

/** Returns the rows of all pages without duplicates: when rows are added or removed, one may be on two pages. */
export function flattenPages<Row extends { id: string }>(
  data: Pick<InfinitePages<Row>, 'pages'> | undefined,
): Row[] {
  return [...new Map(data?.pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values()]
}

/**
 * Clears all lists under a key. Pending requests are aborted and never shown.
 * @param listKey prefix of the lists' query keys
 * @param infoKey query key of the page info
 */
export function clearInfiniteLists(client: QueryClient, listKey: QueryKey, infoKey: QueryKey): void {
  void client.cancelQueries({ queryKey: listKey })
  client.setQueriesData<InfinitePages<unknown>>({ queryKey: listKey }, { pages: [], pageParams: [] })
  client.setQueryData<PageInfo>(infoKey, clearedPageInfo)
}

/**
 * Derives the page info of a list again after each change of its pages, and stores it in the cache.
 * @param listKey query key of this one list
 * @param infoKey query key of the page info
 * @returns the function that ends the subscription
 */
export function syncPageInfo(client: QueryClient, listKey: QueryKey, infoKey: QueryKey): () => void {
  const hash = hashKey(listKey)
  const updatePageInfo = () =>
    client.setQueryData<PageInfo>(infoKey, toPageInfo(client.getQueryData<InfinitePages<unknown>>(listKey)))
  updatePageInfo()
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hash) updatePageInfo()
  })
}
