import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { CachedContent } from './content-cache.ts'
import { networkFirst, type NetworkFirstDeps } from './network-first.ts'
import { dataAges } from './data-age.ts'
import { ApiError, NetworkError } from './http/errors.ts'

type Shelf = NonNullable<NetworkFirstDeps['shelf']>

/** A shelf in memory, which counts what is written. */
function makeShelf(
  start: Record<string, CachedContent> = {},
): Shelf & { kept: Record<string, CachedContent>; writes: number } {
  const kept = { ...start }
  return {
    kept,
    writes: 0,
    getBody: <T>(key: string) => Promise.resolve(kept[key] as CachedContent<T> | undefined),
    setBodies(entries) {
      this.writes += 1
      for (const [key, body] of entries) kept[key] = body
      return Promise.resolve(true)
    },
  }
}

const noAnswer = () => Promise.reject(new NetworkError('no_answer', '/x'))
const busy = () => Promise.reject(new ApiError({ status: 503, code: 503, msg: '', url: '/x' }))
const online = { isOffline: () => false, serverNowMs: () => 5, waitMs: 0 }

function ask(
  shelf: Shelf,
  fetchBody: () => Promise<string>,
  parts: Omit<NetworkFirstDeps<string>, 'shelf'> = online,
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answer = client.fetchQuery({
    queryKey: ['article', '1'],
    queryFn: networkFirst('article/1', fetchBody, { ...parts, shelf }),
  })
  return { client, answer }
}

test('the network’s answer is kept for later', async () => {
  const shelf = makeShelf()
  expect(await ask(shelf, () => Promise.resolve('new'), { ...online, waitMs: 1000 }).answer).toBe('new')
  expect(shelf.kept['article/1']).toEqual({ data: 'new', asOfMs: 5 })
})

test('without network the kept body answers', async () => {
  const shelf = makeShelf({ 'article/1': { data: 'kept' } })
  expect(await ask(shelf, noAnswer, { ...online, waitMs: 60_000 }).answer).toBe('kept')
})

test('a network that never answers does not keep the reader waiting, and its late answer still arrives', async () => {
  const shelf = makeShelf({ 'article/1': { data: 'kept' } })
  const late = Promise.withResolvers<string>()
  const { client, answer } = ask(shelf, () => late.promise)
  expect(await answer).toBe('kept')
  late.resolve('new')
  await late.promise
  await Promise.resolve()
  expect(client.getQueryData(['article', '1'])).toBe('new')
})

test('who wants to know is told all that becomes the data: the kept body, and what comes late', async () => {
  const told: string[] = []
  const late = Promise.withResolvers<string>()
  const parts = { ...online, onData: (data: string) => void told.push(data) }
  await ask(makeShelf({ 'article/1': { data: 'kept' } }), () => late.promise, parts).answer
  expect(told).toEqual(['kept'])
  late.resolve('new')
  await late.promise
  await Promise.resolve()
  expect(told).toEqual(['kept', 'new'])
})

test('a kept body in place of a busy server’s answer counts as behind until a newer one comes', async () => {
  const shelf = makeShelf({ 'article/1': { data: 'kept', asOfMs: 3 } })
  expect(await ask(shelf, busy, { ...online, waitMs: 60_000 }).answer).toBe('kept')
  const hash = '["article","1"]'
  expect([dataAges.find(hash), dataAges.isBehind(hash)]).toEqual([3, true])
  await ask(shelf, () => Promise.resolve('new'), { ...online, waitMs: 60_000 }).answer
  expect([dataAges.find(hash), dataAges.isBehind(hash)]).toEqual([5, false])
})

test('what the server refuses is not hidden behind a kept body', async () => {
  const shelf = makeShelf({ 'article/1': { data: 'kept' } })
  const gone = new ApiError({ status: 404, code: 404, msg: 'gone', url: '/x', key: 'not_found' })
  await expect(ask(shelf, () => Promise.reject(gone), { ...online, waitMs: 60_000 }).answer).rejects.toBe(
    gone,
  )
})

test('with nothing kept the failure is told', async () => {
  await expect(ask(makeShelf(), noAnswer).answer).rejects.toBeInstanceOf(NetworkError)
})

const keptFirst = { ...online, waitMs: 60_000, isKeptFirst: true }

test('where nothing is shown yet, what is kept is there at once, and the network’s answer takes its place', async () => {
  const shelf = makeShelf({ 'article/1': { data: 'kept', asOfMs: 3 } })
  const late = Promise.withResolvers<string>()
  const { client, answer } = ask(shelf, () => late.promise, keptFirst)
  expect(await answer).toBe('kept')
  // It is on its way: nothing has failed yet.
  expect(dataAges.isBehind('["article","1"]')).toBe(false)
  late.resolve('new')
  await late.promise
  await Promise.resolve()
  expect(client.getQueryData(['article', '1'])).toBe('new')
})

test('what was shown first is behind once the network does not come', async () => {
  const shelf = makeShelf({ 'article/1': { data: 'kept', asOfMs: 4 } })
  const late = Promise.withResolvers<string>()
  expect(await ask(shelf, () => late.promise, keptFirst).answer).toBe('kept')
  late.reject(new NetworkError('no_answer', '/x'))
  await expect.poll(() => dataAges.isBehind('["article","1"]')).toBe(true)
})

test('what is refused while something kept is shown is asked again, and told', async () => {
  const shelf = makeShelf({ 'article/1': { data: 'kept' } })
  const gone = new ApiError({ status: 404, code: 404, msg: 'gone', url: '/x', key: 'not_found' })
  const late = Promise.withResolvers<string>()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const shown = new QueryObserver(client, {
    queryKey: ['article', '1'],
    queryFn: networkFirst('article/1', () => late.promise, { ...keptFirst, shelf }),
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
])('what comes late for somebody who has gone comes back nowhere: %s', async (_what, kept) => {
  const shelf = makeShelf(kept)
  const late = Promise.withResolvers<string>()
  const told: string[] = []
  const parts = { ...keptFirst, onData: (data: string) => void told.push(data) }
  const { client, answer } = ask(shelf, () => late.promise, parts)
  if ('article/1' in kept) await answer
  const toldBefore = [...told]
  client.removeQueries()
  late.resolve('new')
  await Promise.allSettled([answer, late.promise])
  await Promise.resolve()
  expect(client.getQueryData(['article', '1'])).toBeUndefined()
  expect(shelf.kept).toEqual(kept)
  expect(shelf.writes).toBe(0)
  expect(told).toEqual(toldBefore)
})

test('an answer that a newer one has overtaken replaces it neither on the screen nor on the device', async () => {
  const shelf = makeShelf({ 'article/1': { data: 'kept' } })
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const
  let asked = 0
  const queryFn = networkFirst('article/1', () => answers[asked++ % 2]!.promise, { ...keptFirst, shelf })
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
  expect(shelf.kept['article/1']?.data).toBe('newer')
})

test('what is asked again while the kept body is still shown does not shut out the late answer', async () => {
  const shelf = makeShelf({ 'article/1': { data: ['kept'] } })
  const late = Promise.withResolvers<string[]>()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['article', '1'], ['kept'])
  const queryFn = networkFirst('article/1', () => late.promise, { ...online, shelf })
  expect(await client.fetchQuery({ queryKey: ['article', '1'], queryFn })).toEqual(['kept'])
  late.resolve(['new'])
  await expect.poll(() => client.getQueryData(['article', '1'])).toEqual(['new'])
})

test('what is on the screen is not replaced by what is kept', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['article', '1'], 'shown')
  const shelf = makeShelf({ 'article/1': { data: 'kept' } })
  const queryFn = networkFirst('article/1', () => Promise.resolve('new'), { ...keptFirst, shelf })
  const told: unknown[] = []
  client.getQueryCache().subscribe(({ query }) => told.push(query.state.data))
  await client.fetchQuery({ queryKey: ['article', '1'], queryFn })
  expect(new Set(told)).toEqual(new Set(['shown', 'new']))
})
