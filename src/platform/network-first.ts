import { hashKey } from '@tanstack/react-query'
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { contentCache } from './content-cache.ts'
import type { ContentCache } from './content-cache.ts'
import { connectivity } from './connectivity.ts'
import { dataAges } from './data-age.ts'
import { NetworkError } from './http/errors.ts'
import { serverClock } from './server-clock.ts'

/** Delay after which cached content is shown while the network has not responded, in milliseconds. */
const cacheDelayMs = 1500

/**
 * Dependencies and options of {@link networkFirst}. Tests replace the app's own cache, connectivity and clock.
 * `T` is the type of the data.
 */
export interface NetworkFirstDeps<T = never> {
  /** Called with all data of the query, from cache and network, late responses included. */
  onData?: (data: T, client: QueryClient) => void
  cache?: Pick<ContentCache, 'get' | 'set'>
  /** True shows cached content at once, without waiting for the network. */
  isOffline?: () => boolean
  /** Returns the server's time in milliseconds; undefined when it is unknown. */
  serverNowMs?: () => number | undefined
  /** Delay after which cached content is shown; {@link cacheDelayMs} by default. */
  waitMs?: number
  /** Shows cached content at once when the query has no data yet, and replaces it by the response. */
  isCacheFirst?: boolean
}

/**
 * Creates a query function that fetches content and caches the response. When the network fails or is slow, it returns
 * the cached content. A late response, or a late error of the server, still reaches the screen.
 * @param key key in the content cache, such as `article/5`
 * @throws the error of `fetchContent`, if it is an error response below 500 or nothing is cached
 */
export function networkFirst<T>(
  key: string,
  fetchContent: (context: { signal: AbortSignal }) => Promise<T>,
  deps: NetworkFirstDeps<T> = {},
): (context: QueryFunctionContext) => Promise<T> {
  const { cache = contentCache, isOffline = connectivity.isOffline, serverNowMs = serverClock.nowMs } = deps
  return async ({ signal, client, queryKey }) => {
    const hash = hashKey(queryKey)
    const isCacheFirst = deps.isCacheFirst === true && client.getQueryData(queryKey) === undefined
    const query = client.getQueryCache().get<T>(hash)
    let isCacheShown = false
    /** Number of the query's updates once this call has returned cached content; no limit before. */
    let lastUpdateCount = Infinity
    // A response is obsolete if a sign-out has removed the query, or if a later request has already updated it.
    const isCurrent = () =>
      client.getQueryCache().get<T>(hash) === query &&
      !(query && query.state.dataUpdateCount > lastUpdateCount)
    const response = fetchContent({ signal }).then((data) => {
      if (!isCurrent()) return data
      const asOfMs = serverNowMs()
      void cache.set([[key, { data, ...(asOfMs === undefined ? {} : { asOfMs }) }]])
      if (asOfMs !== undefined) dataAges.record(hash, asOfMs)
      deps.onData?.(data, client)
      if (isCacheShown) client.setQueryData(queryKey, data)
      return data
    })
    // Resolves to true when the cache must help out: there was no response, or a 5xx. Another error response, such as 404
    // for withdrawn content, is shown. If cached content is on screen already, a new request brings the error there.
    const failed = response.then(
      () => false,
      (error: unknown) => {
        if (isUnavailable(error)) return true
        if (isCacheShown && isCurrent()) void client.invalidateQueries({ queryKey, exact: true })
        return false
      },
    )
    const delay = isOffline() ? Promise.resolve(true) : wait(deps.waitMs ?? cacheDelayMs)
    /** Resolves to false when a response or another error came in time. */
    const needsCache = Promise.race([failed, delay])
    const earlyContent = isCacheFirst
      ? await Promise.race([cache.get<T>(key), undefinedAfter(failed)])
      : undefined
    const cached = earlyContent ?? ((await needsCache) ? await cache.get<T>(key) : undefined)
    if (!cached) return response
    isCacheShown = true
    // The cached content that this call returns is the next update. More updates come from later requests.
    if (query) lastUpdateCount = query.state.dataUpdateCount + 1
    const { asOfMs } = cached
    if (asOfMs !== undefined) {
      dataAges.record(hash, asOfMs, !earlyContent)
      // Content that was shown first counts as outdated once the network is too slow, unless a response has replaced it.
      if (earlyContent)
        void needsCache.then(
          (isOutdated) => isOutdated && dataAges.find(hash) === asOfMs && dataAges.record(hash, asOfMs, true),
        )
    }
    deps.onData?.(cached.data, client)
    return cached.data
  }
}

/**
 * Resolves to undefined when the request has settled: then its response or error is better than waiting for the cache.
 */
const undefinedAfter = (promise: Promise<unknown>): Promise<undefined> => promise.then(() => undefined)

/** Returns whether the server could not be reached, or could not handle the request for now. */
const isUnavailable = (error: unknown): boolean => error instanceof NetworkError || isTemporaryFailure(error)

function wait(ms: number): Promise<true> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(true), ms)
  })
}

/** Returns whether a proxy or the server responded with a 5xx. */
function isTemporaryFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && Number(error.status) >= 500
}
