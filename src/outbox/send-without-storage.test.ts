import { expect, test } from 'vitest'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { NotStoredError } from './not-stored-error.ts'
import { creation, openPage } from './outbox.fixture.ts'

const { subtle } = globalThis.crypto

/** A device that cannot store anything, and a server with one mishap for each call. */
function openWithoutStorage(mishaps: Mishap[]) {
  const store = makeMemoryStore()
  store.failWith('silent')
  const server = startModelServer(() => mishaps.shift() ?? 'none')
  const done: string[] = []
  const page = openPage(server, { store, subtle, onDone: ({ module }) => void done.push(module) })
  return { server, page, done, store }
}

test('a create that could not be stored is created once, however often the button is tapped [295]', async () => {
  const { server, page } = openWithoutStorage(['drop-after'])
  // The form makes a new row id at each tap.
  await expect(page.submit(creation(1, { entityId: 'tap-1' }))).rejects.toBeInstanceOf(NotStoredError)
  expect(await page.submit(creation(1, { entityId: 'tap-2' }))).toMatchObject({ state: 'done' })
  expect(server.effects).toHaveLength(1)
})

test('a file is uploaded once, since another number would change the body under the same key', async () => {
  const { server, page } = openWithoutStorage(['none', 'drop-after'])
  const file = new File(['photo'], 'photo.jpg')
  const meeting = creation(1, { files: [{ field: 'photo', file, name: 'photo.jpg' }] })
  await expect(page.submit(meeting)).rejects.toBeInstanceOf(NotStoredError)
  expect(await page.submit(meeting)).toMatchObject({ state: 'done' })
  expect(server.effects).toHaveLength(1)
})

test('an entry that could not be stored is not sent as another user', async () => {
  const store = makeMemoryStore()
  store.failWith('full')
  const server = startModelServer(() => 'none')
  const page = openPage(server, { store, subtle, getUser: () => ({ owner: 'anna', isConfirmed: false }) })
  await expect(page.submit(creation(1))).rejects.toBeInstanceOf(NotStoredError)
  expect(server.calls()).toBe(0)
})

test('onDone is called for sent entries that were not stored', async () => {
  const { page, done } = openWithoutStorage([])
  await page.submit(creation(1))
  expect(done).toEqual(['side_meetings'])
})

test('a file is never stored in clear beside sealed content', async () => {
  const store = makeMemoryStore()
  const server = startModelServer(() => 'none')
  let keyReads = 0
  // The first read of the key fails, the second one succeeds.
  store.failWith('silent', (key) => key.startsWith('key:') && (keyReads += 1) === 1)
  const page = openPage(server, { store, subtle, hasNoNetwork: () => true })
  const file = new File(['the passport photo'], 'photo.jpg')
  const photo = { field: 'photo', file, name: 'photo.jpg' }
  await page.submit(creation(1, { sensitive: ['photo'], files: [photo] }))
  const storedKinds = [...store.values.values()].map((value) => (value as { kind?: string }).kind)
  expect(storedKinds).not.toContain('clear')
  expect(server.effects).toHaveLength(1)
})

test('an entry that was tried before it could be stored is stored as tried, with its file’s number', async () => {
  const { server, page, store } = openWithoutStorage(['none', 'drop-after'])
  const photo = { field: 'photo', file: new File(['photo'], 'photo.jpg'), name: 'photo.jpg' }
  const meeting = creation(1, { files: [photo] })
  await expect(page.submit(meeting)).rejects.toBeInstanceOf(NotStoredError)
  store.failWith(undefined)
  const stored = await page.submit(meeting)
  expect(stored).toMatchObject({ state: 'queued', isTried: true })
  await page.wake()
  expect(await page.list('anna')).toMatchObject([{ state: 'done' }])
  expect(server.effects).toHaveLength(1)
})
