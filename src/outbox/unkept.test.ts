import { expect, test } from 'vitest'
import { makeMemoryStore } from '#lib/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { NotStoredError } from './not-stored-error.ts'
import { creation, openPage } from './outbox.fixture.ts'

const { subtle } = globalThis.crypto

/** A device that keeps nothing, and a server that meets these mishaps, one a call. */
function openUnkept(mishaps: Mishap[]) {
  const store = makeMemoryStore()
  store.failWith('silent')
  const server = startModelServer(() => mishaps.shift() ?? 'none')
  const done: string[] = []
  const page = openPage(server, { store, subtle, onDone: ({ module }) => void done.push(module) })
  return { server, page, done, store }
}

test('a create that the device could not keep is one create, however often the button is tapped [295]', async () => {
  const { server, page } = openUnkept(['drop-after'])
  // Each tap names a row of its own: the form knows of none.
  await expect(page.submit(creation(1, { entityId: 'tap-1' }))).rejects.toBeInstanceOf(NotStoredError)
  expect(await page.submit(creation(1, { entityId: 'tap-2' }))).toMatchObject({ state: 'done' })
  expect(server.effects).toHaveLength(1)
})

test('its file goes up once: with another number it would be another thing under the same key', async () => {
  const { server, page } = openUnkept(['none', 'drop-after'])
  const file = new File(['photo'], 'photo.jpg')
  const meeting = creation(1, { files: [{ field: 'photo', file, name: 'photo.jpg' }] })
  await expect(page.submit(meeting)).rejects.toBeInstanceOf(NotStoredError)
  expect(await page.submit(meeting)).toMatchObject({ state: 'done' })
  expect(server.effects).toHaveLength(1)
})

test('what the device cannot keep goes out in nobody else’s name', async () => {
  const store = makeMemoryStore()
  store.failWith('full')
  const server = startModelServer(() => 'none')
  const page = openPage(server, { store, subtle, person: () => ({ owner: 'anna', isSure: false }) })
  await expect(page.submit(creation(1))).rejects.toBeInstanceOf(NotStoredError)
  expect(server.calls()).toBe(0)
})

test('who follows what was sent hears of it, kept or not', async () => {
  const { page, done } = openUnkept([])
  await page.submit(creation(1))
  expect(done).toEqual(['side_meetings'])
})

test('a file never lies in clear beside what is sealed', async () => {
  const store = makeMemoryStore()
  const server = startModelServer(() => 'none')
  let asked = 0
  // The device is slow to say its key the first time, and says it the second time.
  store.failWith('silent', (key) => key.startsWith('key:') && (asked += 1) === 1)
  const page = openPage(server, { store, subtle, isCut: () => true })
  const file = new File(['the passport photo'], 'photo.jpg')
  const photo = { field: 'photo', file, name: 'photo.jpg' }
  await page.submit(creation(1, { sensitive: ['photo'], files: [photo] }))
  const lying = [...store.values.values()].map((value) => (value as { kind?: string }).kind)
  expect(lying).not.toContain('clear')
  expect(server.effects).toHaveLength(1)
})

test('what went out before the device could keep it is kept as what may have arrived, with its file’s number', async () => {
  const { server, page, store } = openUnkept(['none', 'drop-after'])
  const photo = { field: 'photo', file: new File(['photo'], 'photo.jpg'), name: 'photo.jpg' }
  const meeting = creation(1, { files: [photo] })
  await expect(page.submit(meeting)).rejects.toBeInstanceOf(NotStoredError)
  store.failWith(undefined)
  const kept = await page.submit(meeting)
  expect(kept).toMatchObject({ state: 'queued', isTried: true })
  await page.wake()
  expect(await page.list('anna')).toMatchObject([{ state: 'done' }])
  expect(server.effects).toHaveLength(1)
})
