import { queryOptions } from '@tanstack/react-query'
import type { SearchData, SearchGroup, SearchHit } from '#contract/api.ts'
import { defaultFreshnessMs, limits } from '#contract/forum.ts'
import { api, type Api } from '#lib/api.ts'
import { infiniteListQuery } from '#lib/infinite-list.ts'

/** Beginning of the keys of the lists of one group's hits (specification §3). */
export const searchListKey = ['search', 'searchList'] as const

/** Where the page info of the list that is looked at lies (specification §3). */
export const searchInfoKey = ['search', 'searchPageInfo'] as const

/** Hits that the view of all groups shows of each. */
export const overviewHitsPerGroup = 4

/** True for words that the server takes. */
export function isSearchableQuery(q: string): boolean {
  return q !== '' && q.length <= limits.searchCharacters
}

/**
 * The first hits of every group, with the numbers of all. Each group lies under its own name too, as the specification's
 * state has them: `documents`, `meetings`, `materials`, `clinicalTrials` when a module has that group.
 */
export const overviewQuery = (q: string, from: Pick<Api, 'search'> = api) =>
  queryOptions({
    queryKey: ['search', 'overview', q],
    queryFn: async ({ signal, client }): Promise<SearchData> => {
      const found = await from.search({ q, size: overviewHitsPerGroup }, { signal })
      for (const group of found.groups) client.setQueryData<SearchGroup>(['search', group.name, q], group)
      return found
    },
    staleTime: defaultFreshnessMs,
    enabled: isSearchableQuery(q),
    meta: { quiet: true },
  })

/** Every hit of a group, page after page. */
export const groupQuery = (q: string, group: string, module: string | undefined) =>
  infiniteListQuery<SearchHit>({
    key: [...searchListKey, group, q],
    loadPage: async (page, signal) => {
      const { groups } = await api.search(
        { q, module: module ?? group, page, size: limits.pageSize },
        { signal },
      )
      return groups[0] ?? { items: [], page, size: limits.pageSize, total: 0 }
    },
    freshMs: defaultFreshnessMs,
    enabled: isSearchableQuery(q) && module !== undefined,
    meta: { quiet: true },
  })
