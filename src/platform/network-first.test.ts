import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { CachedContent } from './content-cache.ts'
import { networkFirst, type NetworkFirstDeps } from './network-first.ts'
import { dataAges } from './data-age.ts'
import { ApiError, NetworkError } from './http/errors.ts'

type Cache = NonNullable<NetworkFirstDeps['cache']>

/** A cache in memory that counts its writes. */
function makeCache(
  start: Record<string, CachedContent> = {},
): Cache & { stored: Record<string, CachedContent>; writes: number } {
  const stored = { ...start }
  return {
    stored,
    writes: 0,
    get: <T>(key: string) => Promise.resolve(stored[key] as CachedContent<T> | undefined),
    set(entries) {
      this.writes += 1
      for (const [key, body] of entries) stored[key] = body
      return Promise.resolve(true)
    },
  }
}

const noAnswer = () => Promise.reject(new NetworkError('no_answer', '/x'))
const busy = () => Promise.reject(new ApiError({ status: 503, code: 503, msg: '', url: '/x' }))
const online = { isOffline: () => false, serverNowMs: () => 5, waitMs: 0 }

function ask(
  cache: Cache,
  fetchBody: () => Promise<string>,
  deps: Omit<NetworkFirstDeps<string>, 'cache'> = online,
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answer = client.fetchQuery({
    queryKey: ['article', '1'],
    queryFn: networkFirst('article/1', fetchBody, { ...deps, cache }),
  })
  return { client, answer }
}

test('the response is cached', async () => {
  const cache = makeCache()
  expect(await ask(cache, () => Promise.resolve('new'), { ...online, waitMs: 1000 }).answer).toBe('new')
  expect(cache.stored['article/1']).toEqual({ data: 'new', asOfMs: 5 })
})

test('without network the cached content is returned', async () => {
  const cache = makeCache({ 'article/1': { data: 'kept' } })
  expect(await ask(cache, noAnswer, { ...online, waitMs: 60_000 }).answer).toBe('kept')
})

test('a slow network does not delay cached content, and its late response is shown', async () => {
  const cache = makeCache({ 'article/1': { data: 'kept' } })
  const late = Promise.withResolvers<string>()
  const { client, answer } = ask(cache, () => late.promise)
  expect(await answer).toBe('kept')
  late.resolve('new')
  await late.promise
  await Promise.resolve()
  expect(client.getQueryData(['article', '1'])).toBe('new')
})

test('onData is called with the cached content and with the late response', async () => {
  const received: string[] = []
  const late = Promise.withResolvers<string>()
  const deps = { ...online, onData: (data: string) => void received.push(data) }
  await ask(makeCache({ 'article/1': { data: 'kept' } }), () => late.promise, deps).answer
  expect(received).toEqual(['kept'])
  late.resolve('new')
  await late.promise
  await Promise.resolve()
  expect(received).toEqual(['kept', 'new'])
})

test('cached content in place of a busy server’s response counts as behind until a newer one comes', async () => {
  const cache = makeCache({ 'article/1': { data: 'kept', asOfMs: 3 } })
  expect(await ask(cache, busy, { ...online, waitMs: 60_000 }).answer).toBe('kept')
  const hash = '["article","1"]'
  expect([dataAges.find(hash), dataAges.isOutdated(hash)]).toEqual([3, true])
  await ask(cache, () => Promise.resolve('new'), { ...online, waitMs: 60_000 }).answer
  expect([dataAges.find(hash), dataAges.isOutdated(hash)]).toEqual([5, false])
})

test('an error response is not hidden by cached content', async () => {
  const cache = makeCache({ 'article/1': { data: 'kept' } })
  const gone = new ApiError({ status: 404, code: 404, msg: 'gone', url: '/x', key: 'not_found' })
  await expect(ask(cache, () => Promise.reject(gone), { ...online, waitMs: 60_000 }).answer).rejects.toBe(
    gone,
  )
})

test('without cached content the error is thrown', async () => {
  await expect(ask(makeCache(), noAnswer).answer).rejects.toBeInstanceOf(NetworkError)
})

const cacheFirst = { ...online, waitMs: 60_000, isCacheFirst: true }

test('with cache first, cached content is shown at once and replaced by the response', async () => {
  const cache = makeCache({ 'article/1': { data: 'kept', asOfMs: 3 } })
  const late = Promise.withResolvers<string>()
  const { client, answer } = ask(cache, () => late.promise, cacheFirst)
  expect(await answer).toBe('kept')
  // The request is pending: nothing has failed yet.
  expect(dataAges.isOutdated('["article","1"]')).toBe(false)
  late.resolve('new')
  await late.promise
  await Promise.resolve()
  expect(client.getQueryData(['article', '1'])).toBe('new')
})

test('cached content counts as behind once the network is too slow', async () => {
  const cache = makeCache({ 'article/1': { data: 'kept', asOfMs: 4 } })
  const late = Promise.withResolvers<string>()
  expect(await ask(cache, () => late.promise, cacheFirst).answer).toBe('kept')
  late.reject(new NetworkError('no_answer', '/x'))
  await expect.poll(() => dataAges.isOutdated('["article","1"]')).toBe(true)
})

test('an error response after cached content makes the query fetch again and fail', async () => {
  const cache = makeCache({ 'article/1': { data: 'kept' } })
  const gone = new ApiError({ status: 404, code: 404, msg: 'gone', url: '/x', key: 'not_found' })
  const late = Promise.withResolvers<string>()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const shown = new QueryObserver(client, {
    queryKey: ['article', '1'],
    queryFn: networkFirst('article/1', () => late.promise, { ...cacheFirst, cache }),
  })
  const stop = shown.subscribe(() => undefined)
  await expect.poll(() => shown.getCurrentResult().data).toBe('kept')
  late.reject(gone)
  await expect.poll(() => shown.getCurrentResult().error).toBe(gone)
  stop()
})

test.each([
  ['in place of what was kept', { 'article/1': { data: 'kept' } }],
  ['with nothing kept', {}],
])('what comes late for somebody who has gone comes back nowhere: %s', async (_what, stored) => {
  const cache = makeCache(stored)
  const late = Promise.withResolvers<string>()
  const received: string[] = []
  const deps = { ...cacheFirst, onData: (data: string) => void received.push(data) }
  const { client, answer } = ask(cache, () => late.promise, deps)
  if ('article/1' in stored) await answer
  const receivedBefore = [...received]
  client.removeQueries()
  late.resolve('new')
  await Promise.allSettled([answer, late.promise])
  await Promise.resolve()
  expect(client.getQueryData(['article', '1'])).toBeUndefined()
  expect(cache.stored).toEqual(stored)
  expect(cache.writes).toBe(0)
  expect(received).toEqual(receivedBefore)
})

test('an older response replaces a newer one neither on the screen nor in the cache', async () => {
  const cache = makeCache({ 'article/1': { data: 'kept' } })
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const
  let calls = 0
  const queryFn = networkFirst('article/1', () => answers[calls++ % 2]!.promise, {
    ...cacheFirst,
    cache,
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const query = { queryKey: ['article', '1'], queryFn }
  expect(await client.fetchQuery(query)).toBe('kept')
  const second = client.fetchQuery(query)
  answers[1].resolve('newer')
  expect(await second).toBe('newer')
  answers[0].resolve('old')
  await answers[0].promise
  await Promise.resolve()
  expect(client.getQueryData(['article', '1'])).toBe('newer')
  expect(cache.stored['article/1']?.data).toBe('newer')
})

test('a refetch while cached content is shown does not discard the late response', async () => {
  const cache = makeCache({ 'article/1': { data: ['kept'] } })
  const late = Promise.withResolvers<string[]>()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['article', '1'], ['kept'])
  const queryFn = networkFirst('article/1', () => late.promise, { ...online, cache })
  expect(await client.fetchQuery({ queryKey: ['article', '1'], queryFn })).toEqual(['kept'])
  late.resolve(['new'])
  await expect.poll(() => client.getQueryData(['article', '1'])).toEqual(['new'])
})

test('shown data is not replaced by cached content', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['article', '1'], 'shown')
  const cache = makeCache({ 'article/1': { data: 'kept' } })
  const queryFn = networkFirst('article/1', () => Promise.resolve('new'), { ...cacheFirst, cache })
  const received: unknown[] = []
  client.getQueryCache().subscribe(({ query }) => received.push(query.state.data))
  await client.fetchQuery({ queryKey: ['article', '1'], queryFn })
  expect(new Set(received)).toEqual(new Set(['shown', 'new']))
})
