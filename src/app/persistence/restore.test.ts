import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { agenda, agendaKey, makeStorage, nowMs, openTab } from './tab.fixture.ts'

function stored(): Storage {
  const storage = makeStorage()
  const tab = openTab(storage)
  tab.load(agendaKey, agenda)
  tab.load(['rooms'], ['Hall'])
  tab.persistence.flush()
  return storage
}

const keyOf = (storage: Storage) => storage.key(0) ?? ''
const answerAgenda = () => Promise.resolve(agenda)

describe('the next start', () => {
  test('has the data at once, in the same task', () => {
    const storage = makeStorage()
    const first = openTab(storage)
    first.load(agendaKey, agenda)
    first.persistence.flush()
    expect(openTab(storage).queryClient.getQueryData(agendaKey)).toEqual(agenda)
  })

  test('has the data of a query whose last refetch failed, as a success', async () => {
    const storage = makeStorage()
    const first = openTab(storage)
    first.load(agendaKey, agenda)
    await first.queryClient
      .fetchQuery({
        queryKey: agendaKey,
        meta: { persist: 'public' },
        queryFn: () => Promise.reject(new Error('no network')),
      })
      .catch(() => undefined)
    expect(first.queryClient.getQueryState(agendaKey)?.status).toBe('error')
    first.persistence.flush()
    const state = openTab(storage).queryClient.getQueryState(agendaKey)
    expect(state).toMatchObject({ data: agenda, status: 'success', error: null, fetchStatus: 'idle' })
  })

  test('is not harmed by a query that was still pending', () => {
    const storage = makeStorage()
    const first = openTab(storage)
    first.load(agendaKey, agenda)
    void first.queryClient.prefetchQuery({
      queryKey: ['informations'],
      meta: { persist: 'public' },
      queryFn: () => new Promise(() => undefined),
    })
    first.persistence.flush()
    const next = openTab(storage).queryClient
    expect(next.getQueryData(agendaKey)).toEqual(agenda)
    expect(next.getQueryState(['informations'])).toBeUndefined()
  })

  test('has nothing of queries that are not marked', () => {
    const storage = makeStorage()
    const first = openTab(storage)
    first.load(agendaKey, agenda)
    first.queryClient.setQueryData(['search', 'x'], 'found')
    first.persistence.flush()
    expect(openTab(storage).queryClient.getQueryData(['search', 'x'])).toBeUndefined()
  })

  test('keeps data however old it is', () => {
    const storage = makeStorage()
    const first = openTab(storage)
    first.load(agendaKey, agenda)
    first.persistence.flush()
    const inAYear = nowMs + 365 * 86_400_000
    const next = openTab(storage, { nowMs: () => inAYear }).queryClient
    expect(next.getQueryData(agendaKey)).toEqual(agenda)
    expect(next.getQueryCache().find({ queryKey: agendaKey })?.gcTime).toBe(Infinity)
  })

  test('knows when the server answered, whatever the device’s clock says', async () => {
    const storage = makeStorage()
    const serverMs = nowMs - 25 * 3_600_000
    const first = openTab(storage, { serverNowMs: () => serverMs })
    await first.queryClient.fetchQuery({
      queryKey: agendaKey,
      meta: { persist: 'public' },
      queryFn: answerAgenda,
    })
    first.persistence.flush()
    expect(openTab(storage).ages.find(JSON.stringify(agendaKey))).toBe(serverMs)
  })
})

test('a persisted query stays in memory for the next snapshot', () => {
  const { queryClient, load } = openTab(makeStorage())
  load(agendaKey, agenda)
  expect(queryClient.getQueryCache().find({ queryKey: agendaKey })?.gcTime).toBe(Infinity)
})

test('data that the page brought along is dated once the server’s time is known', async () => {
  const storage = makeStorage()
  let serverMs: number | undefined
  let deviceMs = nowMs
  const tab = openTab(storage, { serverNowMs: () => serverMs, nowMs: () => deviceMs })
  await tab.queryClient.fetchQuery({
    queryKey: agendaKey,
    meta: { persist: 'public' },
    queryFn: answerAgenda,
  })
  expect(tab.ages.find(JSON.stringify(agendaKey))).toBeUndefined()
  deviceMs += 7000
  serverMs = 1_000_000
  tab.queryClient.setQueryData(['any other'], 1)
  expect(tab.ages.find(JSON.stringify(agendaKey))).toBe(993_000)
})

test('an answer has exactly the server’s time, even when the device’s clock ticks between two readings', async () => {
  let deviceMs = nowMs
  const tab = openTab(makeStorage(), { serverNowMs: () => 1_000_000, nowMs: () => (deviceMs += 1) })
  await tab.queryClient.fetchQuery({
    queryKey: agendaKey,
    meta: { persist: 'public' },
    queryFn: answerAgenda,
  })
  expect(tab.ages.find(JSON.stringify(agendaKey))).toBe(1_000_000)
})

describe('a snapshot that is not as it should be', () => {
  test('loses only its damaged entry', () => {
    const storage = stored()
    const lines = (storage.getItem(keyOf(storage)) ?? '').split('\n')
    storage.setItem(keyOf(storage), [lines[0], lines[1]?.slice(0, -9), lines[2]].join('\n'))
    const { queryClient } = openTab(storage)
    expect(queryClient.getQueryData(agendaKey)).toBeUndefined()
    expect(queryClient.getQueryData(['rooms'])).toEqual(['Hall'])
  })

  test.each(['', '{', 'null', '[]\n{}', '{"buster":"x"}', '<html>'])('starts empty from %j', (text) => {
    const storage = stored()
    storage.setItem(keyOf(storage), text)
    expect(openTab(storage).queryClient.getQueryCache().getAll()).toEqual([])
  })

  // Staleness is reckoned by the device's own clock.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: nowMs }))
  afterEach(() => void vi.useRealTimers())

  test('from the future of the clock counts as stale and gives way to any answer', () => {
    const storage = makeStorage()
    // The clock of the tab that saved it was wrong as well: what such a tab writes is what the next start has to judge.
    const wrongMs = nowMs + 25 * 3_600_000
    const first = openTab(storage, { nowMs: () => wrongMs })
    first.load(agendaKey, agenda, 'public', wrongMs)
    first.persistence.flush()
    const { queryClient } = openTab(storage)
    expect(queryClient.getQueryData(agendaKey)).toEqual(agenda)
    expect(queryClient.getQueryCache().find({ queryKey: agendaKey })?.isStaleByTime(60_000)).toBe(true)
  })

  test('does not look fresh in a tab that was open while the clock was put back', () => {
    let deviceMs = nowMs
    const tab = openTab(makeStorage(), { nowMs: () => deviceMs })
    tab.load(agendaKey, agenda)
    deviceMs -= 25 * 3_600_000
    vi.setSystemTime(deviceMs)
    tab.persistence.save()
    expect(tab.queryClient.getQueryData(agendaKey)).toEqual(agenda)
    expect(tab.queryClient.getQueryCache().find({ queryKey: agendaKey })?.isStaleByTime(60_000)).toBe(true)
  })

  test('of an older schema is migrated, and the old one goes', () => {
    const storage = stored()
    const next = openTab(storage, {
      schema: 2,
      migrations: { 1: (query) => (query.queryHash === '["rooms"]' ? undefined : query) },
    })
    expect(next.queryClient.getQueryData(agendaKey)).toEqual(agenda)
    expect(next.queryClient.getQueryData(['rooms'])).toBeUndefined()
    expect(storage.getItem('rq:1:pub')).toBeNull()
    expect(openTab(storage, { schema: 2 }).queryClient.getQueryData(agendaKey)).toEqual(agenda)
  })

  test('of a newer schema is left alone', () => {
    const storage = stored()
    const newer = storage.getItem('rq:1:pub') ?? ''
    storage.setItem('rq:9:pub', newer)
    storage.removeItem('rq:1:pub')
    const tab = openTab(storage)
    expect(tab.queryClient.getQueryCache().getAll()).toEqual([])
    tab.load(agendaKey, agenda)
    tab.persistence.flush()
    expect(storage.getItem('rq:9:pub')).toBe(newer)
  })

  test('of a newer schema is not read under our own key either', () => {
    const storage = stored()
    const text = storage.getItem(keyOf(storage)) ?? ''
    storage.setItem(keyOf(storage), text.replace('{"buster":"1"', '{"buster":"9"'))
    expect(openTab(storage).queryClient.getQueryCache().getAll()).toEqual([])
  })

  test('cannot be read at all where storage is blocked: the app works without', () => {
    const tab = openTab(undefined)
    tab.load(agendaKey, agenda)
    tab.persistence.flush()
    expect(tab.queryClient.getQueryData(agendaKey)).toEqual(agenda)
  })
})
