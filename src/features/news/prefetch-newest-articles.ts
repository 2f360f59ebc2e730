import { queryOptions } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, type Api } from '#lib/api.ts'
import { setContent, type ContentCache } from '#lib/content-cache.ts'
import { canPrefetch } from '#lib/can-prefetch.ts'
import { serverClock } from '#lib/server-clock.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { getArticleCacheKey } from './find-article.ts'
import { newsFreshMs } from './queries.ts'
import type { FoundArticle, NewsDetail } from './rows.ts'

/** Articles that can be read without network though nobody opened them. */
export const newestArticles = 30

/** What keeping the newest articles needs from outside. */
export interface PrefetchNewestDeps {
  api: Pick<Api, 'list'>
  setBodies: ContentCache['setBodies']
  serverNowMs: () => number | undefined
}

const appParts: PrefetchNewestDeps = { api, setBodies: setContent, serverNowMs: serverClock.nowMs }

/**
 * Brings the newest articles of news onto the shelf, whole, in one call. They are the first to go when it is full.
 * @returns their numbers
 */
export async function fetchNewest(
  signal: AbortSignal,
  parts: PrefetchNewestDeps = appParts,
): Promise<string[]> {
  const fields = ['no', 'category', 'title', 'summary', 'published_at', 'cover', 'body']
  const asked = { fields, page: 1, size: newestArticles }
  const { items } = await parts.api.list<NewsDetail>('informations', asked, { signal })
  const asOfMs = parts.serverNowMs()
  const articles = items.map((row, place): FoundArticle => {
    return {
      module: 'informations',
      row,
      previous: neighbour(items[place - 1]),
      next: neighbour(items[place + 1]),
    }
  })
  const entries = articles.map(
    (data) =>
      [getArticleCacheKey(data.row.no), { data, ...(asOfMs === undefined ? {} : { asOfMs }) }] as const,
  )
  await parts.setBodies(entries, 'spare')
  return items.map(({ no }) => no)
}

const neighbour = (row: NewsDetail | undefined) => (row ? { no: row.no, title: row.title } : null)

/** Which of the newest articles this device has. */
export const newestQuery = () =>
  queryOptions({
    queryKey: ['informations', 'newest'],
    queryFn: ({ signal }) => fetchNewest(signal),
    staleTime: newsFreshMs,
    retry: false,
    meta: { persist: 'public', quiet: true } as const,
  })

/**
 * Once the screen stands and nothing else is to be done, the newest articles are brought onto the device, unless its
 * person saves data or the connection is slow.
 * @param isReady true as soon as the screen has what it shows
 */
export function usePrefetchNewestArticles(isReady: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isReady || !canPrefetch()) return undefined
    return whenIdle(() => void client.prefetchQuery(newestQuery()))
  }, [client, isReady])
}
