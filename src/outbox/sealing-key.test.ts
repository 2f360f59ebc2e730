import { expect, test } from 'vitest'
import { makeMemoryStore, type MemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { queueKey } from './storage-keys.ts'
import { createSealer, getSealingKeyName, type SealingKey } from '#platform/device-store/sealing.ts'

const { subtle } = globalThis.crypto
const keyName = getSealingKeyName('anna')

/** Opens a page of Anna's that has sealed an entry, on a device that another tab can change. */
async function openTyped(store = makeMemoryStore()) {
  const counts = { keyReads: 0 }
  const before = { change: (): void => undefined }
  const watched: MemoryStore = {
    ...store,
    read(keys) {
      if (keys.includes(keyName)) counts.keyReads += 1
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
      hasNoNetwork: () => true,
      getUser: () => (owner === undefined ? undefined : { owner, isConfirmed: true }),
    },
  )
  await page.submit(creation(1))
  counts.keyReads = 0
  return { store, page, heard: counts, before, signOutHere: () => (owner = undefined) }
}

/** Removes Anna's data as another tab does at a sign-out with "delete". */
const removeAnna = (store: MemoryStore) =>
  createQueueSuspender(store, (owner) => createSealer(store, owner, subtle)).remove('anna')

test('the key is read once, and later entries are sealed with the cached key', async () => {
  const { page, heard: counts } = await openTyped()
  await page.submit(creation(2))
  expect(counts.keyReads).toBe(0)
})

test('after a sign-out with deletion in another tab, nothing is written of the user and no key is created', async () => {
  const { store, page, signOutHere } = await openTyped()
  await removeAnna(store)
  const sent = page.submit(creation(2))
  // The sign-out is noticed during the write.
  signOutHere()
  await expect(sent).rejects.toMatchObject({ reason: 'nobody' })
  expect([...store.values.keys()]).toEqual([])
})

test('a change of an entry is not written either when the key is removed just before', async () => {
  const { store, page, before, signOutHere } = await openTyped()
  const { id } = await page.submit(creation(2))
  const queue = store.values.get(queueKey('anna'))
  before.change = () => {
    store.values.delete(keyName)
    signOutHere()
  }
  await expect(page.revise(id, { n: 3 })).rejects.toMatchObject({ reason: 'nobody' })
  expect(store.values.get(queueKey('anna'))).toBe(queue)
  expect(store.values.has(keyName)).toBe(false)
})

test('after a sign-out and sign-in in another tab, entries are sealed with the new key', async () => {
  const { store, page } = await openTyped()
  await removeAnna(store)
  const otherTab = createSealer(store, 'anna', subtle)
  await otherTab.seal('by another tab')
  const { id: keyId } = store.values.get(keyName) as SealingKey
  await page.submit(creation(2))
  expect(store.values.get(keyName)).toMatchObject({ id: keyId })
  const reopened = openPage(
    startModelServer(() => 'none'),
    { store, subtle, hasNoNetwork: () => true },
  )
  expect(await reopened.list('anna')).toMatchObject([{ body: { n: 2 } }])
})

test('no key stays in memory after a sign-out', async () => {
  const { page, heard: counts } = await openTyped()
  page.clearAll()
  await page.submit(creation(2))
  expect(counts.keyReads).toBe(1)
})

test('a key without an id, from the first builds of the app, still seals and unseals', async () => {
  const store = makeMemoryStore()
  const bare = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  store.values.set(keyName, bare)
  const { page } = await openTyped(store)
  expect(await page.list('anna')).toMatchObject([{ body: { n: 1 } }])
  expect(store.values.get(keyName)).toBe(bare)
  expect(JSON.stringify(store.values.get(queueKey('anna')))).not.toContain('Meeting 1')
})
