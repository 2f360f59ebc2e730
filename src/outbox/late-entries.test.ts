import { expect, test } from 'vitest'
import { overdueAfterMs, leaseMs } from './timing.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'
import type { SenderDeps } from './outbox-deps.ts'

const { subtle } = globalThis.crypto

/** A page whose clock advances only with `pass`. */
function openMeeting(mishaps: Mishap[], more: Partial<SenderDeps> = {}) {
  let nowMs = Date.now()
  const clock = { nowMs: () => nowMs, after: () => () => undefined }
  const server = startModelServer(() => mishaps.shift() ?? 'none')
  const store = makeMemoryStore()
  const page = openPage(server, { subtle, clock, ...more, store })
  return { server, store, page, clock, pass: (ms: number) => void (nowMs += ms) }
}

test('a successful request makes an entry due that failed once, and not one that failed three times', async () => {
  const { server, page } = openMeeting(['drop-before', 'drop-before', 'drop-before'])
  await page.submit(creation(1))
  await page.wake()
  await page.sendRecentlyFailed()
  await page.sendRecentlyFailed()
  expect(server.calls()).toBe(3)
  expect(await page.list('anna')).toMatchObject([{ state: 'waiting', isLate: true }])
  await page.sendRecentlyFailed()
  expect(server.calls()).toBe(3)
  await page.sendNow()
  expect(server.calls()).toBe(4)
  expect(await page.list('anna')).toMatchObject([{ state: 'done' }])
})

test('a connection that is cut between two entries causes no further attempt', async () => {
  let hasNoNetwork = false
  const { server, page } = openMeeting([], {
    hasNoNetwork: () => hasNoNetwork,
    onDone: () => (hasNoNetwork = true),
  })
  await page.submit(creation(1))
  await page.submit(creation(2))
  await page.wake()
  expect(server.calls()).toBe(1)
  expect(await page.list('anna')).toMatchObject([{ state: 'done' }, { state: 'queued', tries: 0 }])
})

test.each(['full', 'silent', 'blocked'] as const)(
  'a change on a device that is %s fails, and the first content stays',
  async (problem) => {
    const { page, store } = openMeeting([], { hasNoNetwork: () => true })
    const { id } = await page.submit(creation(1))
    store.failWith(problem)
    const error = { name: 'NotStoredError', reason: problem }
    await expect(page.revise(id, { n: 2 })).rejects.toMatchObject(error)
    await expect(page.discard(id)).rejects.toMatchObject(error)
    await expect(page.sendNow()).rejects.toMatchObject(error)
    store.failWith(undefined)
    expect(await page.list('anna')).toMatchObject([{ id, body: { n: 1 }, state: 'queued' }])
  },
)

test('an entry without network is late after ten minutes, although nothing changed on the device [295]', async () => {
  const { page, pass } = openMeeting([], { hasNoNetwork: () => true })
  await page.submit(creation(1))
  pass(overdueAfterMs)
  expect(await page.list('anna')).toMatchObject([{ state: 'queued', isLate: false }])
  pass(1)
  expect(await page.list('anna')).toMatchObject([{ state: 'queued', isLate: true }])
})

test('an entry whose sender is gone waits again, and can be discarded [295]', async () => {
  const { server, store, page, clock, pass } = openMeeting([], { hasNoNetwork: () => true })
  const { id } = await page.submit(creation(1))
  const dying = openPage({ fetch: () => new Promise(() => {}) }, { store, subtle, clock })
  void dying.wake()
  await expect.poll(() => page.list('anna')).toMatchObject([{ state: 'sending' }])
  expect(await page.discard(id)).toBe(false)
  pass(leaseMs)
  expect(await page.list('anna')).toMatchObject([{ state: 'waiting' }])
  expect(await page.discard(id)).toBe(true)
  expect(server.calls()).toBe(0)
})
