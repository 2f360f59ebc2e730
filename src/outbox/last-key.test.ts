import { expect, test } from 'vitest'
import { makeMemoryStore, type MemoryStore } from '#lib/device-store/memory-store.fixture.ts'
import { startModelServer } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { queueKey } from './storage-keys.ts'
import { createSealer, getSealingKeyName, type SealingKey } from '#lib/device-store/sealing.ts'

const { subtle } = globalThis.crypto
const keyPlace = getSealingKeyName('anna')

/** A page of Anna's that has sealed something already, and another tab's hand on the same device. */
async function openTyped(store = makeMemoryStore()) {
  const heard = { keyReads: 0 }
  const before = { change: (): void => undefined }
  const watched: MemoryStore = {
    ...store,
    read(keys) {
      if (keys.includes(keyPlace)) heard.keyReads += 1
      return store.read(keys)
    },
    change(keys, decide) {
      before.change()
      return store.change(keys, decide)
    },
  }
  let owner: string | undefined = 'anna'
  const page = openPage(
    startModelServer(() => 'none'),
    {
      store: watched,
      subtle,
      isCut: () => true,
      person: () => (owner === undefined ? undefined : { owner, isSure: true }),
    },
  )
  await page.submit(creation(1))
  heard.keyReads = 0
  return { store, page, heard, before, signOutHere: () => (owner = undefined) }
}

/** What another tab does at a sign-out with "delete". */
const removeAnna = (store: MemoryStore) =>
  createQueueSuspender(store, (owner) => createSealer(store, owner, subtle)).remove('anna')

test('the key is read once: what is kept after that is sealed without asking the device', async () => {
  const { page, heard } = await openTyped()
  await page.submit(creation(2))
  expect(heard.keyReads).toBe(0)
})

test('signed out and deleted in another tab, nothing more is written of that person, and no key is made', async () => {
  const { store, page, signOutHere } = await openTyped()
  await removeAnna(store)
  const sent = page.submit(creation(2))
  // That it happened is heard while it is being written.
  signOutHere()
  await expect(sent).rejects.toMatchObject({ reason: 'nobody' })
  expect([...store.values.keys()]).toEqual([])
})

test('the same holds for a change of what waits, in the moment before it is written', async () => {
  const { store, page, before, signOutHere } = await openTyped()
  const { id } = await page.submit(creation(2))
  const queue = store.values.get(queueKey('anna'))
  before.change = () => {
    store.values.delete(keyPlace)
    signOutHere()
  }
  await expect(page.revise(id, { n: 3 })).rejects.toMatchObject({ reason: 'nobody' })
  expect(store.values.get(queueKey('anna'))).toBe(queue)
  expect(store.values.has(keyPlace)).toBe(false)
})

test('who signed out and in again elsewhere has another key: what is kept is sealed with that one', async () => {
  const { store, page } = await openTyped()
  await removeAnna(store)
  const there = createSealer(store, 'anna', subtle)
  await there.seal('by another tab')
  const { id: made } = store.values.get(keyPlace) as SealingKey
  await page.submit(creation(2))
  expect(store.values.get(keyPlace)).toMatchObject({ id: made })
  const anew = openPage(
    startModelServer(() => 'none'),
    { store, subtle, isCut: () => true },
  )
  expect(await anew.list('anna')).toMatchObject([{ body: { n: 2 } }])
})

test('no key stays in memory after a sign-out', async () => {
  const { page, heard } = await openTyped()
  page.forget()
  await page.submit(creation(2))
  expect(heard.keyReads).toBe(1)
})

test('a key that a first build of the app made has no name, and opens and seals as before', async () => {
  const store = makeMemoryStore()
  const bare = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  store.values.set(keyPlace, bare)
  const { page } = await openTyped(store)
  expect(await page.list('anna')).toMatchObject([{ body: { n: 1 } }])
  expect(store.values.get(keyPlace)).toBe(bare)
  expect(JSON.stringify(store.values.get(queueKey('anna')))).not.toContain('Meeting 1')
})
