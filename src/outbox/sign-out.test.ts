import { expect, test } from 'vitest'
import { makeMemoryStore } from '#lib/device-store/memory-store.fixture.ts'
import { startModelServer } from './model-server.fixture.ts'
import { clock as deviceClock, creation, openPage } from './outbox.fixture.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { queueKey } from './storage-keys.ts'
import { createSealer, getSealingKeyName } from '#lib/device-store/sealing.ts'
import type { EntryQueue } from './entry.ts'

const { subtle } = globalThis.crypto

const never = () => new Promise<Response>(() => {})

function openAnna() {
  const store = makeMemoryStore()
  const parking = createQueueSuspender(store, (owner) => createSealer(store, owner, subtle))
  return { store, parking, parts: { store, subtle, park: parking.park } }
}

test('what the device does not say is not nothing', async () => {
  const { store, parts } = openAnna()
  const page = openPage(
    startModelServer(() => 'none'),
    { ...parts, isCut: () => true },
  )
  await page.submit(creation(1))
  expect(await page.countUnsent('anna')).toBe(1)
  store.failWith('silent')
  await expect(page.countUnsent('anna')).rejects.toMatchObject({ problem: 'silent' })
  await expect(page.list('anna')).rejects.toMatchObject({ problem: 'silent' })
})

test('what another version of the app left waits, too', async () => {
  const { store, parts } = openAnna()
  const page = openPage(
    startModelServer(() => 'none'),
    { ...parts, isCut: () => true },
  )
  await page.submit(creation(1))
  const queue = store.values.get(queueKey('anna')) as EntryQueue
  const entries = queue.entries.map((entry) => ({ ...entry, schemaVersion: 2 }))
  store.values.set(queueKey('anna'), { ...queue, entries })
  expect(await page.list('anna')).toEqual([])
  expect(await page.countUnsent('anna')).toBe(1)
})

test('what was parked and cannot be opened is not nothing, and stays', async () => {
  const { store, parking, parts } = openAnna()
  const page = openPage(
    startModelServer(() => 'none'),
    { ...parts, isCut: () => true },
  )
  await page.submit(creation(1))
  await parking.park('anna')
  const key = store.values.get(getSealingKeyName('anna'))
  store.values.delete(getSealingKeyName('anna'))
  await expect(page.list('anna')).rejects.toMatchObject({ problem: 'blocked' })
  await expect(page.countUnsent('anna')).rejects.toMatchObject({ problem: 'blocked' })
  store.values.set(getSealingKeyName('anna'), key)
  expect(await page.list('anna')).toMatchObject([{ body: { n: 1 } }])
})

test('a sending that is under way when its person signs out leaves nothing open', async () => {
  const { store, parking, parts } = openAnna()
  const held = Promise.withResolvers<void>()
  const server = startModelServer(() => 'none')
  let person: { owner: string; isSure: boolean } | undefined = { owner: 'anna', isSure: true }
  const fetch: typeof globalThis.fetch = async (...call) => {
    const answered = await server.fetch(...call)
    await held.promise
    return answered
  }
  const page = openPage({ fetch }, { ...parts, person: () => person })
  await page.submit(creation(1))
  await page.submit(creation(2))
  const sent = page.wake()
  await expect.poll(() => server.effects.length).toBe(1)
  person = undefined
  await parking.park('anna')
  held.resolve()
  await sent
  expect(store.values.get(queueKey('anna'))).toMatchObject({ parked: { kind: 'sealed' }, count: 1 })
})

test('what a person sent is not readable from memory after they have gone', async () => {
  const { store, parts } = openAnna()
  const page = openPage(
    startModelServer(() => 'none'),
    { ...parts, isCut: () => true },
  )
  await page.submit(creation(1))
  expect(await page.list('anna')).toMatchObject([{ body: { n: 1 } }])
  page.forgetOpened()
  store.values.delete(getSealingKeyName('anna'))
  expect(await page.list('anna')).toMatchObject([{ title: '', fileNames: [] }])
})

test('what a sender who died was sending waits again on the screen, and can be deleted', async () => {
  const { parts } = openAnna()
  let nowMs = Date.now()
  const clock = { ...deviceClock, nowMs: () => nowMs }
  const page = openPage({ fetch: never }, { ...parts, clock })
  const { id } = await page.submit(creation(1))
  await expect.poll(async () => (await page.list('anna'))[0]?.state).toBe('sending')
  expect(await page.discard(id)).toBe(false)
  nowMs += 31_000
  expect(await page.list('anna')).toMatchObject([{ state: 'waiting' }])
  expect(await page.discard(id)).toBe(true)
})
