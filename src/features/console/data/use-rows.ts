import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListData } from '#contract/envelope.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row, RowQueryParams } from './console-api.ts'
import { consoleKey, pageSize, rowsQuery } from './queries.ts'

/** Rows of a list as far as they have loaded. */
export interface Rows {
  /** Number of rows; undefined until the first response. */
  total: number | undefined
  /** Number of rows that scrolling can reach: the server limits paging. */
  reachable: number
  at: (index: number) => Row | undefined
  /** All loaded rows in their order. */
  loaded: readonly Row[]
  /** Set when the first page failed. */
  error: Error | null
  /** Every requested page has loaded. */
  isComplete: boolean
  /** Set when a later page failed. */
  pageError: Error | null
  isRefreshing: boolean
  refresh: () => Promise<void>
}

/** Picks what the list renders, so that other changes of the queries cause no render. */
const selectResult = (results: UseQueryResult<ListData<Row>>[]) =>
  results.map(({ data, error, isFetching }) => ({ data, error, isFetching }))

/**
 * Loads only the pages of a list that are in view. A jump to the end of ten
 * thousand rows costs the same as the start.
 * @param first index of the first row in view; `last` is that of the last one
 * @param isCacheFirst see {@link rowsQuery}
 */
export function useRows(
  metadata: ModuleMetadata,
  params: RowQueryParams,
  { first, last }: { first: number; last: number },
  isCacheFirst = true,
): Rows {
  const client = useQueryClient()
  const [firstPage, lastPage] = [Math.floor(first / pageSize) + 1, Math.floor(last / pageSize) + 1]
  const pages = useMemo(() => listPages(firstPage, lastPage), [firstPage, lastPage])
  const results = useQueries({
    queries: pages.map((page) => rowsQuery(metadata.name, params, page, isCacheFirst)),
    combine: selectResult,
  })
  return useMemo(() => {
    const dataByPage = new Map(pages.map((page, index) => [page, results[index]?.data]))
    const total = results.find(({ data }) => data)?.data?.total
    return {
      total,
      reachable: Math.min(total ?? 0, metadata.limits.reach),
      at: (index) => dataByPage.get(Math.floor(index / pageSize) + 1)?.items[index % pageSize],
      loaded: results.flatMap(({ data }) => data?.items ?? []),
      error: total === undefined ? (results[0]?.error ?? null) : null,
      isComplete: results.every(({ data }) => data !== undefined),
      pageError: results.find(({ data, error }) => error && !data)?.error ?? null,
      isRefreshing: results.some(({ isFetching }) => isFetching),
      refresh: () => client.invalidateQueries({ queryKey: [consoleKey, 'rows', metadata.name] }),
    }
  }, [client, metadata, pages, results])
}

/** Lists the pages in view and the first one, which has the total. */
function listPages(firstPage: number, lastPage: number): number[] {
  const inView = Array.from(
    { length: Math.max(1, lastPage - firstPage + 1) },
    (_, index) => firstPage + index,
  )
  return firstPage === 1 ? inView : [1, ...inView]
}
