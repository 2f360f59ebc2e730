import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, storedSignIn, makeLocks, openPage, wakeWorker } from './outbox.fixture.ts'
import { createQueueSuspender, isSuspended, type StoredQueue } from './suspended-queue.ts'
import { queueKey } from './storage-keys.ts'
import { createSealer } from '#platform/device-store/sealing.ts'
import { stringifySyncTag, parseSyncTag } from './sync-tag.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const anna = getOwnerKey('anna')
const { subtle } = globalThis.crypto

const getUser = () => ({ owner: anna, isConfirmed: true })

/** Closes Anna's page, which has no network and holds unsent entries. */
async function leave(count: number, mishap: Mishap = 'none') {
  const server = startModelServer(() => mishap)
  const store = makeMemoryStore()
  const locks = makeLocks()
  let hasNoNetwork = true
  const page = openPage(server, { store, locks, subtle, hasNoNetwork: () => hasNoNetwork, getUser })
  for (let n = 1; n <= count; n += 1) await page.submit(creation(n))
  const wake = async (more: Partial<Parameters<typeof wakeWorker>[1]> = {}) => {
    const ended = wakeWorker(server, { store, locks, subtle, ...more })
    await vi.advanceTimersByTimeAsync(60_000)
    return ended
  }
  const sent = () => server.effects.map(({ body, token }) => [body['n'], token])
  return { server, store, page, wake, sent, connect: () => (hasNoNetwork = false) }
}

test('the worker sends the entries of a closed page in order and as their owner', async () => {
  const { wake, sent, page } = await leave(3)
  expect(await wake()).toBe(true)
  expect(sent()).toEqual([1, 2, 3].map((n) => [n, 'token-anna']))
  expect((await page.list(anna)).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
})

test('each entry is sent once when a page and the worker send at the same time', async () => {
  const { wake, sent, page, connect, server } = await leave(20)
  connect()
  const sending = page.sendNow()
  await wake({ random: () => 0 })
  await sending
  expect(sent()).toHaveLength(20)
  expect(server.calls()).toBe(20)
})

test('without a persisted sign-in that the server accepts, nothing is sent and no further sync event is requested', async () => {
  const { wake, server } = await leave(1)
  expect(await wake({ signIns: { read: async () => undefined } })).toBe(true)
  const unknown = { ...storedSignIn, token: 'ended' }
  expect(await wake({ signIns: { read: async () => unknown } })).toBe(true)
  const ofAnother = { ...storedSignIn, token: 'token-berta' }
  expect(await wake({ signIns: { read: async () => ofAnother } })).toBe(true)
  expect(server.calls()).toBe(0)
})

test('an entry that a failing server did not take is left for another sync event', async () => {
  const { wake, server } = await leave(1, 'error')
  expect(await wake()).toBe(false)
  expect(server.calls()).toBe(1)
  await wake()
  expect(server.calls()).toBe(2)
})

test('after a sign-out nothing more is sent, and the remaining entries are sealed [295]', async () => {
  const { wake, sent, store } = await leave(3)
  let isStored = true
  const suspender = createQueueSuspender(store, (owner) => createSealer(store, owner, subtle))
  const ended = await wake({
    suspend: suspender.suspend,
    signIns: { read: async () => (isStored ? storedSignIn : undefined) },
    onDone: () => (isStored = false),
  })
  expect(ended).toBe(true)
  expect(sent()).toHaveLength(1)
  expect(isSuspended(store.values.get(queueKey(anna)) as StoredQueue)).toBe(true)
})

test('a sign-out in a tab is noticed before the next request', async () => {
  const { wake, sent } = await leave(3)
  const listeners: ((userId: string) => void)[] = []
  const onDone = () => {
    for (const notify of listeners) notify('anna')
  }
  await wake({ onSignedOut: (listener) => listeners.push(listener), onDone })
  expect(sent()).toHaveLength(1)
})

test('a sync tag carries the API path and the language, and tags of others are ignored', () => {
  const task = { apiPath: '/other/api', locale: 'en' } as const
  expect(parseSyncTag(stringifySyncTag(task))).toEqual(task)
  expect(parseSyncTag('workbox-background-sync:x')).toBeUndefined()
  expect(parseSyncTag('outbox?locale=en')).toBeUndefined()
})
