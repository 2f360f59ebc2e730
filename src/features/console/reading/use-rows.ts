import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row, RowsAsked } from './console-calls.ts'
import { consoleKey, pageRows, rowsQuery } from './queries.ts'

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
  isRefreshing: boolean
  refresh: () => Promise<void>
}

/**
 * The rows that stand in view of a list of any length: whole pages around them are asked, and no others, so that a jump
 * to the end of ten thousand costs what the beginning does.
 * @param first and `last`: indices of the rows in view
 */
export function useRows(
  metadata: ModuleMetadata,
  asked: RowsAsked,
  { first, last }: { first: number; last: number },
): Rows {
  const client = useQueryClient()
  const inView = span(Math.floor(first / pageRows) + 1, Math.floor(last / pageRows) + 1)
  // The first page tells the total.
  const pages = inView.includes(1) ? inView : [1, ...inView]
  const answers = useQueries({ queries: pages.map((page) => rowsQuery(metadata.name, asked, page)) })
  const byPage = new Map(pages.map((page, place) => [page, answers[place]?.data]))
  const total = answers.find(({ data }) => data)?.data?.total
  return {
    total,
    reachable: Math.min(total ?? 0, metadata.limits.reach),
    at: (index) => byPage.get(Math.floor(index / pageRows) + 1)?.items[index % pageRows],
    loaded: answers.flatMap(({ data }) => data?.items ?? []),
    error: total === undefined ? (answers[0]?.error ?? null) : null,
    isRefreshing: answers.some(({ isFetching }) => isFetching),
    refresh: () => client.invalidateQueries({ queryKey: [consoleKey, 'rows', metadata.name] }),
  }
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, place) => from + place)
}
