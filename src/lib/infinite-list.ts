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
 * Lists that append page after page and can be cleared (specification §4): of questions and of search results. Pages lie
 * in the query cache, which drops and aborts the answers of a list that nobody looks at any more.
 */

/** Where a list stands: `qaPageInfo`, `searchPageInfo` (specification §3). */
export interface PageInfo {
  /** Number of the last page that is there; 1 before the first comes, 0 when the list was cleared (T19). */
  page: number
  size: number
  total: number
}

/** Before anything was loaded. */
export const initialPageInfo: PageInfo = { page: 1, size: limits.pageSize, total: 0 }

/** After the list was cleared: the next load asks page 1. */
export const clearedPageInfo: PageInfo = { page: 0, size: limits.pageSize, total: 0 }

/** The pages of a list, in the order in which they came. */
export type InfinitePages<Row> = InfiniteData<ListData<Row>, number>

const isCleared = (pages: Pick<InfinitePages<unknown>, 'pages'> | undefined) => pages?.pages.length === 0

/** What a list is made of. */
export interface InfiniteListOptions<Row> {
  key: QueryKey
  /** Asks for a page, from 1. */
  loadPage: (page: number, signal: AbortSignal) => Promise<ListData<Row>>
  /** How long what came counts as new, in milliseconds. */
  freshMs: number
  meta: QueryMeta
  enabled?: boolean
}

/** The query of a list: the first page at first and after clearing, else the page after the last. */
export function infiniteListQuery<Row>({
  key,
  loadPage,
  freshMs,
  meta,
  enabled = true,
}: InfiniteListOptions<Row>) {
  type Pages = Query<ListData<Row>, Error, InfinitePages<Row>>
  /** What the reader cleared does not come back by itself while it is looked at. */
  const unlessCleared = ({ state }: Pages) => !isCleared(state.data)
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }: ListData<Row>) => (page * size < total ? page + 1 : undefined),
    staleTime: freshMs,
    meta,
    enabled,
    refetchOnMount: ({ state }: Pages) => (isCleared(state.data) ? 'always' : true),
    refetchOnWindowFocus: unlessCleared,
    refetchOnReconnect: unlessCleared,
  })
}

/** Where a list stands, by its pages. */
export function toPageInfo(data: Pick<InfinitePages<unknown>, 'pages'> | undefined): PageInfo {
  if (!data) return initialPageInfo
  const last = data.pages.at(-1)
  return last ? { page: last.page, size: last.size, total: last.total } : clearedPageInfo
}

/** The rows of all pages, each once: when rows come or go, one may stand on two pages. */
export function flattenPages<Row extends { id: string }>(
  data: Pick<InfinitePages<Row>, 'pages'> | undefined,
): Row[] {
  return [...new Map(data?.pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values()]
}

/**
 * Takes all pages of the lists under a key away. Answers that are on their way are aborted and never shown.
 * @param infoKey where the page info lies
 */
export function clearInfiniteLists(client: QueryClient, listKey: QueryKey, infoKey: QueryKey): void {
  void client.cancelQueries({ queryKey: listKey })
  client.setQueriesData<InfinitePages<unknown>>({ queryKey: listKey }, { pages: [], pageParams: [] })
  client.setQueryData<PageInfo>(infoKey, clearedPageInfo)
}

/**
 * Keeps the page info of a list in the cache under a key of its own, as long as the list is looked at.
 * @returns ends it
 */
export function syncPageInfo(client: QueryClient, listKey: QueryKey, infoKey: QueryKey): () => void {
  const hash = hashKey(listKey)
  const follow = () =>
    client.setQueryData<PageInfo>(infoKey, toPageInfo(client.getQueryData<InfinitePages<unknown>>(listKey)))
  follow()
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hash) follow()
  })
}
