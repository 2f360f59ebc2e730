import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { makeMemoryStore } from '#lib/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, keptSignIn, makeLocks, openPage, wakeWorker } from './outbox.fixture.ts'
import { createQueueSuspender, isSuspended, type StoredQueue } from './suspended-queue.ts'
import { queueKey } from './storage-keys.ts'
import { createSealer } from '#lib/device-store/sealing.ts'
import { stringifySyncTag, parseSyncTag } from './sync-tag.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const anna = getOwnerKey('anna')
const { subtle } = globalThis.crypto

const person = () => ({ owner: anna, isSure: true })

/** Anna's page, which had no network when it was closed. */
async function leave(count: number, mishap: Mishap = 'none') {
  const server = startModelServer(() => mishap)
  const store = makeMemoryStore()
  const locks = makeLocks()
  let isCut = true
  const page = openPage(server, { store, locks, subtle, isCut: () => isCut, person })
  for (let n = 1; n <= count; n += 1) await page.submit(creation(n))
  const wake = async (more: Partial<Parameters<typeof wakeWorker>[1]> = {}) => {
    const ended = wakeWorker(server, { store, locks, subtle, ...more })
    await vi.advanceTimersByTimeAsync(60_000)
    return ended
  }
  const sent = () => server.effects.map(({ body, token }) => [body['n'], token])
  return { server, store, page, wake, sent, connect: () => (isCut = false) }
}

test('the worker sends what a closed page left, in its order and as its person', async () => {
  const { wake, sent, page } = await leave(3)
  expect(await wake()).toBe(true)
  expect(sent()).toEqual([1, 2, 3].map((n) => [n, 'token-anna']))
  expect((await page.list(anna)).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
})

test('with a page that sends at the same moment each goes out once', async () => {
  const { wake, sent, page, connect, server } = await leave(20)
  connect()
  const sending = page.sendNow()
  await wake({ random: () => 0 })
  await sending
  expect(sent()).toHaveLength(20)
  expect(server.calls()).toBe(20)
})

test('without a kept sign-in, or with one that the server does not know, nothing goes out and nobody is woken again', async () => {
  const { wake, server } = await leave(1)
  expect(await wake({ kept: { read: async () => undefined } })).toBe(true)
  const unknown = { ...keptSignIn, token: 'ended' }
  expect(await wake({ kept: { read: async () => unknown } })).toBe(true)
  const ofAnother = { ...keptSignIn, token: 'token-berta' }
  expect(await wake({ kept: { read: async () => ofAnother } })).toBe(true)
  expect(server.calls()).toBe(0)
})

test('what a busy server did not take is left for another waking', async () => {
  const { wake, server } = await leave(1, 'error')
  expect(await wake()).toBe(false)
  expect(server.calls()).toBe(1)
  await wake()
  expect(server.calls()).toBe(2)
})

test('somebody who signs out meanwhile sends nothing more, and what is left is sealed [295]', async () => {
  const { wake, sent, store } = await leave(3)
  let isKept = true
  const parking = createQueueSuspender(store, (owner) => createSealer(store, owner, subtle))
  const ended = await wake({
    park: parking.park,
    kept: { read: async () => (isKept ? keptSignIn : undefined) },
    onDone: () => (isKept = false),
  })
  expect(ended).toBe(true)
  expect(sent()).toHaveLength(1)
  expect(isSuspended(store.values.get(queueKey(anna)) as StoredQueue)).toBe(true)
})

test('a tab that says who signs out is heard before the next call', async () => {
  const { wake, sent } = await leave(3)
  const told: ((userId: string) => void)[] = []
  const onDone = () => {
    for (const tell of told) tell('anna')
  }
  await wake({ onSignedOut: (listener) => told.push(listener), onDone })
  expect(sent()).toHaveLength(1)
})

test('a sync event carries where the API lives and the language, and others are left alone', () => {
  const task = { apiPath: '/other/api', locale: 'en' } as const
  expect(parseSyncTag(stringifySyncTag(task))).toEqual(task)
  expect(parseSyncTag('workbox-background-sync:x')).toBeUndefined()
  expect(parseSyncTag('outbox?locale=en')).toBeUndefined()
})
