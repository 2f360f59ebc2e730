import { queryOptions } from '@tanstack/react-query'
import type { SearchData, SearchGroup, SearchHit } from '#contract/api.ts'
import { defaultFreshnessMs, limits } from '#contract/forum.ts'
import { api, type Api } from '#platform/api.ts'
import { infiniteListQuery } from '#platform/infinite-list.ts'

/** Prefix of the query keys of each group's hits. */
export const searchListKey = ['search', 'searchList'] as const

/** Query key of the current list's page info. */
export const searchInfoKey = ['search', 'searchPageInfo'] as const

/** Number of hits of each group in the overview. */
export const overviewHitsPerGroup = 4

/** Returns whether the server accepts the search text. */
export function isSearchableQuery(q: string): boolean {
  return q !== '' && q.length <= limits.searchCharacters
}

/**
 * Finds the first hits of every group, with the numbers of all.
 * Each group is also stored in the query cache under its own name, such as `documents` or `meetings`. These keys are
 * fixed names of the app's data, although no screen reads them.
 */
export const overviewQuery = (q: string, searchApi: Pick<Api, 'search'> = api) =>
  queryOptions({
    queryKey: ['search', 'overview', q],
    queryFn: async ({ signal, client }): Promise<SearchData> => {
      const results = await searchApi.search({ q, size: overviewHitsPerGroup }, { signal })
      for (const group of results.groups) client.setQueryData<SearchGroup>(['search', group.name, q], group)
      return results
    },
    staleTime: defaultFreshnessMs,
    enabled: isSearchableQuery(q),
    meta: { quiet: true },
  })

/**
 * Lists all hits of a group, page by page.
 * @param module undefined until the overview has loaded: nothing is fetched
 */
export const groupQuery = (q: string, group: string, module: string | undefined) =>
  infiniteListQuery<SearchHit>({
    key: [...searchListKey, group, q],
    loadPage: async (page, signal) => {
      const { groups } = await api.search(
        { q, module: module ?? group, page, size: limits.pageSize },
        { signal },
      )
      // The response of one module has one group, or none when the user may not list the module any more.
      return groups[0] ?? { items: [], page, size: limits.pageSize, total: 0 }
    },
    freshMs: defaultFreshnessMs,
    enabled: isSearchableQuery(q) && module !== undefined,
    meta: { quiet: true },
  })

/** Search parameters of the search page. */
export interface SearchParams {
  /** The search text. */
  q?: string
  /** Name of the open group; all groups when absent. */
  group?: string
}

/** Parses the search parameters; drops the others. The router parses a text of digits as a number. */
export function parseSearchParams(search: Readonly<Record<string, unknown>>): SearchParams {
  const { q, group } = search
  const query = typeof q === 'number' ? String(q) : q
  return {
    ...(typeof query === 'string' && query !== '' ? { q: query } : {}),
    ...(typeof group === 'string' && group !== '' ? { group } : {}),
  }
}
