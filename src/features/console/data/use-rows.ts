import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListData } from '#contract/envelope.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row, RowQueryParams } from './console-api.ts'
import { consoleKey, pageSize, rowsQuery } from './queries.ts'

/** Rows of a list as far as they have come. */
export interface Rows {
  /** How many there are; undefined until the first answer. */
  total: number | undefined
  /** How many can be reached by scrolling: the server pages no further. */
  reachable: number
  at: (index: number) => Row | undefined
  /** All that have come, in their order. */
  loaded: readonly Row[]
  /** The first answer did not come. */
  error: Error | null
  /** Every page that was asked for has come. */
  isComplete: boolean
  /** A page after the first did not come. */
  pageError: Error | null
  isRefreshing: boolean
  refresh: () => Promise<void>
}

/** What the list is made of: the same until that changes, so that its rows are drawn anew for that alone. */
const answersOf = (answers: UseQueryResult<ListData<Row>>[]) =>
  answers.map(({ data, error, isFetching }) => ({ data, error, isFetching }))

/**
 * The rows that stand in view of a list of any length: whole pages around them are asked, and no others, so that a jump
 * to the end of ten thousand costs what the beginning does.
 * @param first and `last`: indices of the rows in view
 * @param isKeptFirst see {@link rowsQuery}
 */
export function useRows(
  metadata: ModuleMetadata,
  asked: RowQueryParams,
  { first, last }: { first: number; last: number },
  isKeptFirst = true,
): Rows {
  const client = useQueryClient()
  const [from, to] = [Math.floor(first / pageSize) + 1, Math.floor(last / pageSize) + 1]
  const pages = useMemo(() => pagesToAsk(from, to), [from, to])
  const answers = useQueries({
    queries: pages.map((page) => rowsQuery(metadata.name, asked, page, isKeptFirst)),
    combine: answersOf,
  })
  return useMemo(() => {
    const byPage = new Map(pages.map((page, place) => [page, answers[place]?.data]))
    const total = answers.find(({ data }) => data)?.data?.total
    return {
      total,
      reachable: Math.min(total ?? 0, metadata.limits.reach),
      at: (index) => byPage.get(Math.floor(index / pageSize) + 1)?.items[index % pageSize],
      loaded: answers.flatMap(({ data }) => data?.items ?? []),
      error: total === undefined ? (answers[0]?.error ?? null) : null,
      isComplete: answers.every(({ data }) => data !== undefined),
      pageError: answers.find(({ data, error }) => error && !data)?.error ?? null,
      isRefreshing: answers.some(({ isFetching }) => isFetching),
      refresh: () => client.invalidateQueries({ queryKey: [consoleKey, 'rows', metadata.name] }),
    }
  }, [client, metadata, pages, answers])
}

/** Pages in view, and the first one, which tells the total. */
function pagesToAsk(from: number, to: number): number[] {
  const inView = Array.from({ length: Math.max(1, to - from + 1) }, (_, place) => from + place)
  return from === 1 ? inView : [1, ...inView]
}
