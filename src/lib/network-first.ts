import { hashKey } from '@tanstack/react-query'
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { contentCache } from './content-cache.ts'
import type { ContentCache } from './content-cache.ts'
import { connectivity } from './connectivity.ts'
import { dataAges } from './data-age.ts'
import { NetworkError } from './http/errors.ts'
import { serverClock } from './server-clock.ts'

/** How long a reader waits for the network while a kept body is at hand, in milliseconds. */
const patienceMs = 1500

/** What the wrapper needs from outside; the app's own parts when absent. */
export interface NetworkFirstDeps<T = never> {
  /** Told all that becomes the query's data, from wherever it came, also what comes late. */
  onData?: (data: T, client: QueryClient) => void
  shelf?: Pick<ContentCache, 'getBody' | 'setBodies'>
  isOffline?: () => boolean
  serverNowMs?: () => number | undefined
  waitMs?: number
  /** Where nothing is shown yet, what is kept is shown at once, and the network's answer takes its place. */
  isKeptFirst?: boolean
}

/**
 * A query function that asks the network and keeps the answer on the bodies shelf; when the network fails or is slow,
 * the kept body answers. An answer that comes late still reaches the screen, and a refusal too.
 * @param key key of the body, `article/5` for instance
 * @throws what `fetchBody` throws when nothing is kept
 */
export function networkFirst<T>(
  key: string,
  fetchBody: (context: { signal: AbortSignal }) => Promise<T>,
  parts: NetworkFirstDeps<T> = {},
): (context: QueryFunctionContext) => Promise<T> {
  const { shelf = contentCache, isOffline = connectivity.isOffline, serverNowMs = serverClock.nowMs } = parts
  return async ({ signal, client, queryKey }) => {
    const hash = hashKey(queryKey)
    const isFirst = parts.isKeptFirst === true && client.getQueryData(queryKey) === undefined
    const query = client.getQueryCache().get<T>(hash)
    let answeredByBody = false
    let latestUpdate = Infinity
    // Who signed out meanwhile took their queries along: nothing comes back, nor is it kept. And what comes late is
    // older than an answer to what was asked after the body had been shown.
    const isWanted = () =>
      client.getQueryCache().get<T>(hash) === query && !(query && query.state.dataUpdateCount > latestUpdate)
    const asked = fetchBody({ signal }).then((data) => {
      if (!isWanted()) return data
      const asOfMs = serverNowMs()
      void shelf.setBodies([[key, { data, ...(asOfMs === undefined ? {} : { asOfMs }) }]])
      if (asOfMs !== undefined) dataAges.record(hash, asOfMs)
      parts.onData?.(data, client)
      if (answeredByBody) client.setQueryData(queryKey, data)
      return data
    })
    // What our server refuses (withdrawn, not found) is an answer too: only a missing answer asks the shelf.
    const failed = asked.then(
      () => false,
      (error: unknown) => {
        if (isMissing(error)) return true
        if (answeredByBody && isWanted()) void client.invalidateQueries({ queryKey, exact: true })
        return false
      },
    )
    const patience = isOffline() ? Promise.resolve(true) : wait(parts.waitMs ?? patienceMs)
    const needsBody = Promise.race([failed, patience])
    const early = isFirst ? await Promise.race([shelf.getBody<T>(key), nothingAfter(failed)]) : undefined
    const kept = early ?? ((await needsBody) ? await shelf.getBody<T>(key) : undefined)
    if (!kept) return asked
    answeredByBody = true
    // The body itself is the next one.
    if (query) latestUpdate = query.state.dataUpdateCount + 1
    const { asOfMs } = kept
    if (asOfMs !== undefined) {
      dataAges.record(hash, asOfMs, !early)
      // What was shown first is behind as soon as the network is too slow for it.
      if (early)
        void needsBody.then(
          (isBehind) => isBehind && dataAges.find(hash) === asOfMs && dataAges.record(hash, asOfMs, true),
        )
    }
    parts.onData?.(kept.data, client)
    return kept.data
  }
}

const nothingAfter = (answer: Promise<unknown>): Promise<undefined> => answer.then(() => undefined)

const isMissing = (error: unknown): boolean => error instanceof NetworkError || isOutOfOrder(error)

function wait(ms: number): Promise<true> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(true), ms)
  })
}

/** A proxy's or our own server's "not now". */
function isOutOfOrder(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && Number(error.status) >= 500
}
