import { hashKey } from '@tanstack/react-query'
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { contentCache } from './content-cache.ts'
import type { ContentCache } from './content-cache.ts'
import { connectivity } from './connectivity.ts'
import { dataAges } from './data-age.ts'
import { NetworkError } from './http/errors.ts'
import { serverClock } from './server-clock.ts'

/** Delay after which cached content is shown while the network has not responded, in milliseconds. */
const patienceMs = 1500

/** Dependencies of the wrapper, with the app's own as defaults. */
export interface NetworkFirstDeps<T = never> {
  /** Called with all data of the query, from cache and network, late responses included. */
  onData?: (data: T, client: QueryClient) => void
  cache?: Pick<ContentCache, 'get' | 'set'>
  isOffline?: () => boolean
  serverNowMs?: () => number | undefined
  waitMs?: number
  /** Shows cached content at once when the query has no data yet, and replaces it by the response. */
  isCacheFirst?: boolean
}

/**
 * Creates a query function that fetches content and caches the response. When the network fails or is slow, it returns
 * the cached content. A late response, or a late error of the server, still reaches the screen.
 * @param key key in the content cache, such as `article/5`
 * @throws the error of `fetchBody` when nothing is cached
 */
export function networkFirst<T>(
  key: string,
  fetchBody: (context: { signal: AbortSignal }) => Promise<T>,
  deps: NetworkFirstDeps<T> = {},
): (context: QueryFunctionContext) => Promise<T> {
  const { cache = contentCache, isOffline = connectivity.isOffline, serverNowMs = serverClock.nowMs } = deps
  return async ({ signal, client, queryKey }) => {
    const hash = hashKey(queryKey)
    const isFirst = deps.isCacheFirst === true && client.getQueryData(queryKey) === undefined
    const query = client.getQueryCache().get<T>(hash)
    let answeredByBody = false
    let latestUpdate = Infinity
    // After a sign-out the query is gone: the response is neither shown nor cached. A late response is also
    // older than one to a request made after the cached content was shown.
    const isWanted = () =>
      client.getQueryCache().get<T>(hash) === query && !(query && query.state.dataUpdateCount > latestUpdate)
    const fetched = fetchBody({ signal }).then((data) => {
      if (!isWanted()) return data
      const asOfMs = serverNowMs()
      void cache.set([[key, { data, ...(asOfMs === undefined ? {} : { asOfMs }) }]])
      if (asOfMs !== undefined) dataAges.record(hash, asOfMs)
      deps.onData?.(data, client)
      if (answeredByBody) client.setQueryData(queryKey, data)
      return data
    })
    // An error response of the server (withdrawn, not found) counts: only without a response the cache is used.
    const failed = fetched.then(
      () => false,
      (error: unknown) => {
        if (isMissing(error)) return true
        if (answeredByBody && isWanted()) void client.invalidateQueries({ queryKey, exact: true })
        return false
      },
    )
    const patienceOver = isOffline() ? Promise.resolve(true) : wait(deps.waitMs ?? patienceMs)
    const needsBody = Promise.race([failed, patienceOver])
    const cachedFirst = isFirst ? await Promise.race([cache.get<T>(key), nothingAfter(failed)]) : undefined
    const cached = cachedFirst ?? ((await needsBody) ? await cache.get<T>(key) : undefined)
    if (!cached) return fetched
    answeredByBody = true
    // The cached content itself is the next update.
    if (query) latestUpdate = query.state.dataUpdateCount + 1
    const { asOfMs } = cached
    if (asOfMs !== undefined) {
      dataAges.record(hash, asOfMs, !cachedFirst)
      // Content from the cache counts as behind as soon as the network is too slow.
      if (cachedFirst)
        void needsBody.then(
          (isBehind) => isBehind && dataAges.find(hash) === asOfMs && dataAges.record(hash, asOfMs, true),
        )
    }
    deps.onData?.(cached.data, client)
    return cached.data
  }
}

const nothingAfter = (answer: Promise<unknown>): Promise<undefined> => answer.then(() => undefined)

const isMissing = (error: unknown): boolean => error instanceof NetworkError || isTemporaryFailure(error)

function wait(ms: number): Promise<true> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(true), ms)
  })
}

/** Returns whether a proxy or the server could not handle the request for now. */
function isTemporaryFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && Number(error.status) >= 500
}
