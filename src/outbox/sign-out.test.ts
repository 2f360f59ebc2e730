import { expect, test } from 'vitest'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer } from './model-server.fixture.ts'
import { clock as deviceClock, creation, openPage } from './outbox.fixture.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { queueKey } from './storage-keys.ts'
import { createSealer, getSealingKeyName } from '#platform/device-store/sealing.ts'
import type { EntryQueue } from './entry.ts'

const { subtle } = globalThis.crypto

const never = () => new Promise<Response>(() => {})

function openAnna() {
  const store = makeMemoryStore()
  const suspender = createQueueSuspender(store, (owner) => createSealer(store, owner, subtle))
  return { store, suspender, deps: { store, subtle, suspend: suspender.suspend } }
}

test('a failed read does not count as an empty queue', async () => {
  const { store, deps } = openAnna()
  const page = openPage(
    startModelServer(() => 'none'),
    { ...deps, hasNoNetwork: () => true },
  )
  await page.submit(creation(1))
  expect(await page.countUnsent('anna')).toBe(1)
  store.failWith('silent')
  await expect(page.countUnsent('anna')).rejects.toMatchObject({ reason: 'silent' })
  await expect(page.list('anna')).rejects.toMatchObject({ reason: 'silent' })
})

test('entries of another version of the app count as unsent', async () => {
  const { store, deps } = openAnna()
  const page = openPage(
    startModelServer(() => 'none'),
    { ...deps, hasNoNetwork: () => true },
  )
  await page.submit(creation(1))
  const queue = store.values.get(queueKey('anna')) as EntryQueue
  const entries = queue.entries.map((entry) => ({ ...entry, schemaVersion: 2 }))
  store.values.set(queueKey('anna'), { ...queue, entries })
  expect(await page.list('anna')).toEqual([])
  expect(await page.countUnsent('anna')).toBe(1)
})

test('a suspended queue that cannot be unsealed does not count as empty, and stays', async () => {
  const { store, suspender, deps } = openAnna()
  const page = openPage(
    startModelServer(() => 'none'),
    { ...deps, hasNoNetwork: () => true },
  )
  await page.submit(creation(1))
  await suspender.suspend('anna')
  const key = store.values.get(getSealingKeyName('anna'))
  store.values.delete(getSealingKeyName('anna'))
  await expect(page.list('anna')).rejects.toMatchObject({ reason: 'blocked' })
  await expect(page.countUnsent('anna')).rejects.toMatchObject({ reason: 'blocked' })
  store.values.set(getSealingKeyName('anna'), key)
  expect(await page.list('anna')).toMatchObject([{ body: { n: 1 } }])
})

test('an attempt that runs during a sign-out leaves nothing unsealed', async () => {
  const { store, suspender, deps } = openAnna()
  const sending = Promise.withResolvers<void>()
  const server = startModelServer(() => 'none')
  let user: { owner: string; isConfirmed: boolean } | undefined = { owner: 'anna', isConfirmed: true }
  const fetch: typeof globalThis.fetch = async (...call) => {
    const answered = await server.fetch(...call)
    await sending.promise
    return answered
  }
  const page = openPage({ fetch }, { ...deps, getUser: () => user })
  await page.submit(creation(1))
  await page.submit(creation(2))
  const sent = page.wake()
  await expect.poll(() => server.effects.length).toBe(1)
  user = undefined
  await suspender.suspend('anna')
  sending.resolve()
  await sent
  expect(store.values.get(queueKey('anna'))).toMatchObject({ parked: { kind: 'sealed' }, count: 1 })
})

test('sent content is not readable from memory after a sign-out', async () => {
  const { store, deps } = openAnna()
  const page = openPage(
    startModelServer(() => 'none'),
    { ...deps, hasNoNetwork: () => true },
  )
  await page.submit(creation(1))
  expect(await page.list('anna')).toMatchObject([{ body: { n: 1 } }])
  page.clearUnsealed()
  store.values.delete(getSealingKeyName('anna'))
  expect(await page.list('anna')).toMatchObject([{ title: '', fileNames: [] }])
})

test('an entry whose sender died shows as waiting, and can be discarded', async () => {
  const { deps } = openAnna()
  let nowMs = Date.now()
  const clock = { ...deviceClock, nowMs: () => nowMs }
  const page = openPage({ fetch: never }, { ...deps, clock })
  const { id } = await page.submit(creation(1))
  await expect.poll(async () => (await page.list('anna'))[0]?.state).toBe('sending')
  expect(await page.discard(id)).toBe(false)
  nowMs += 31_000
  expect(await page.list('anna')).toMatchObject([{ state: 'waiting' }])
  expect(await page.discard(id)).toBe(true)
})
