import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, type Api } from '#platform/api.ts'
import { setContent, type ContentCache } from '#platform/content-cache.ts'
import { canPrefetch } from '#platform/prefetch.ts'
import { serverClock } from '#platform/server-clock.ts'
import { whenIdle } from '#platform/browser.ts'
import { getArticleCacheKey } from './article-queries.ts'
import { newsFreshMs } from './queries.ts'
import type { FoundArticle, NewsDetail } from './queries.ts'

/** Number of articles that are available offline without having been opened. */
export const newestArticleCount = 30

/** What prefetching the newest articles needs from outside. */
export interface PrefetchNewestDeps {
  api: Pick<Api, 'list'>
  setCached: ContentCache['set']
  /** The server's current time; undefined before the first response. */
  serverNowMs: () => number | undefined
}

const appDeps: PrefetchNewestDeps = { api, setCached: setContent, serverNowMs: serverClock.nowMs }

/**
 * Fetches the newest news articles with their texts in one request and caches them as the first to be evicted.
 * @returns their numbers
 */
export async function fetchNewest(
  signal: AbortSignal,
  deps: PrefetchNewestDeps = appDeps,
): Promise<string[]> {
  const fields = ['no', 'category', 'title', 'summary', 'published_at', 'cover', 'body']
  const params = { fields, page: 1, size: newestArticleCount }
  const { items } = await deps.api.list<NewsDetail>('informations', params, { signal })
  const asOfMs = deps.serverNowMs()
  const articles = items.map((row, index): FoundArticle => {
    return {
      module: 'informations',
      row,
      previous: toNeighbour(items[index - 1]),
      next: toNeighbour(items[index + 1]),
    }
  })
  const entries = articles.map(
    (data) =>
      [getArticleCacheKey(data.row.no), { data, ...(asOfMs === undefined ? {} : { asOfMs }) }] as const,
  )
  await deps.setCached(entries, 'spare')
  return items.map(({ no }) => no)
}

const toNeighbour = (row: NewsDetail | undefined) => (row ? { no: row.no, title: row.title } : null)

/**
 * Fetches the newest articles into the content cache. The result, their numbers, is persisted only so that the app does
 * not fetch them again within five minutes of a reload.
 */
export const newestQuery = () =>
  queryOptions({
    queryKey: ['informations', 'newest'],
    queryFn: ({ signal }) => fetchNewest(signal),
    staleTime: newsFreshMs,
    retry: false,
    meta: { persist: 'public', quiet: true } as const,
  })

/**
 * Prefetches the newest articles once the screen is rendered and the device is idle, unless the user saves data or the
 * connection is slow.
 * @param hasData true once the screen has its data
 */
export function usePrefetchNewestArticles(hasData: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!hasData || !canPrefetch()) return undefined
    return whenIdle(() => void client.prefetchQuery(newestQuery()))
  }, [client, hasData])
}
