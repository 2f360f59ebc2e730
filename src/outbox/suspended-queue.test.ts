import { expect, test } from 'vitest'
import { createDrafts } from './drafts.ts'
import { makeMemoryStore, type MemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { queueKey } from './storage-keys.ts'
import { createSealer } from '#platform/device-store/sealing.ts'

const { subtle } = globalThis.crypto

/** Everything that a dump of the device would show, the bytes of files included. */
const dump = ({ values }: MemoryStore): string => JSON.stringify([...values], showBytes)

function showBytes(_key: string, value: unknown): unknown {
  if (value instanceof ArrayBuffer) return new TextDecoder().decode(value)
  return ArrayBuffer.isView(value) ? new TextDecoder().decode(value.buffer) : value
}

const secret = new File(['the passport photo'], 'passport.jpg', { type: 'image/jpeg' })
const registration = creation(1, {
  module: 'registrations',
  body: { realname: 'Anna Example', id_number: 'E12345678' },
  title: 'Registration of Anna',
  sensitive: ['id_number'],
  files: [{ field: 'photo', file: secret, name: 'passport.jpg' }],
})
const secrets = ['Anna', 'E12345678', 'passport', 'registrations', 'side_meetings']

/** A phone without network with a registration of Anna's in the outbox and a draft of another form. */
async function annasPhone() {
  const store = makeMemoryStore()
  const getSealer = (owner: string) => createSealer(store, owner, subtle)
  const server = startModelServer(() => 'drop-before')
  const page = openPage(server, { store, subtle, hasNoNetwork: () => true })
  await page.submit(registration)
  const drafts = createDrafts(store, getSealer, () => 'at-1')
  await drafts.save('anna', 'side-meeting', { name: 'Anna', photo: secret }, [])
  return { store, page, server, drafts, suspender: createQueueSuspender(store, getSealer) }
}

test('entries and drafts are not stored in clear [300]', async () => {
  const { store, drafts } = await annasPhone()
  for (const word of ['Anna', 'E12345678', 'passport']) expect(dump(store)).not.toContain(word)
  const back = await drafts.load<{ name: string; photo: File }>('anna', 'side-meeting')
  expect(back?.name).toBe('Anna')
  expect(await back?.photo.text()).toBe('the passport photo')
})

test('a suspended queue hides even its modules, and is there again when the user returns', async () => {
  const { store, suspender, page } = await annasPhone()
  await suspender.suspend('anna')
  await suspender.removeDrafts('anna')
  for (const word of secrets) expect(dump(store)).not.toContain(word)
  const [entry] = await page.list('anna')
  expect(entry).toMatchObject({ state: 'queued', body: registration.body, title: registration.title })
})

test('an entry that is added during the sealing is not overwritten, and is sealed the next time', async () => {
  const { store, page } = await annasPhone()
  const sealer = createSealer(store, 'anna', subtle)
  const late = createQueueSuspender(store, () => ({
    ...sealer,
    async seal(value) {
      await page.submit(creation(2))
      return sealer.seal(value)
    },
  }))
  await late.suspend('anna')
  expect(store.values.get(queueKey('anna'))).not.toHaveProperty('parked')
  expect(await page.list('anna')).toHaveLength(2)
})

test('a queue stays as it is where the device cannot seal', async () => {
  const { store } = await annasPhone()
  const before = store.values.get(queueKey('anna'))
  await createQueueSuspender(store, (owner) => createSealer(store, owner, undefined)).suspend('anna')
  expect(store.values.get(queueKey('anna'))).toBe(before)
})

test('a suspended queue is sent after the user returns, files first', async () => {
  const { store, suspender } = await annasPhone()
  await suspender.suspend('anna')
  const server = startModelServer(() => 'none')
  const page = openPage(server, { store, subtle })
  await page.wake()
  expect(server.effects).toMatchObject([
    { path: '/api/front/post/registrations', body: { realname: 'Anna Example' } },
  ])
  expect(server.effects[0]?.body['photo']).toMatch(/^file-/)
  expect([...store.values.keys()].filter((key) => key.startsWith('file:'))).toEqual([])
})

test('another user neither sees nor sends a suspended queue', async () => {
  const { store, suspender } = await annasPhone()
  await suspender.suspend('anna')
  const server = startModelServer(() => 'none')
  const page = openPage(server, {
    store,
    subtle,
    getUser: () => ({ owner: 'ben', isConfirmed: true }),
    token: 'token-ben',
  })
  expect(await page.list('ben')).toEqual([])
  await page.wake()
  await page.submit(creation(2))
  await page.wake()
  expect(server.effects.map(({ path }) => path)).toEqual(['/api/front/post/side_meetings'])
})

test('a sign-out with deletion leaves nothing, not even the key', async () => {
  const { store, suspender } = await annasPhone()
  await suspender.remove('anna')
  expect([...store.values.keys()]).toEqual([])
})

test('receipts are not suspended, and leave no trace of their owner', async () => {
  const store = makeMemoryStore()
  const server = startModelServer(() => 'none')
  const page = openPage(server, { store, subtle })
  await page.submit(creation(1))
  await page.wake()
  await createQueueSuspender(store, (owner) => createSealer(store, owner, subtle)).suspend('anna')
  expect([...store.values.keys()]).toEqual([])
})

test('sensitive entries are sent at once and never stored where the device cannot seal', async () => {
  const store = makeMemoryStore()
  const server = startModelServer(() => 'none')
  const page = openPage(server, { store })
  expect(await page.submit(registration)).toMatchObject({ state: 'done' })
  expect(server.effects).toHaveLength(1)
  expect(dump(store)).not.toContain('E12345678')
  const drafts = createDrafts(
    store,
    (owner) => createSealer(store, owner, undefined),
    () => 'at',
  )
  await drafts.save('anna', 'form', { realname: 'Anna', id_number: 'E12345678', photo: secret }, [
    'id_number',
  ])
  expect(dump(store)).not.toContain('E12345678')
  expect(dump(store)).not.toContain('the passport photo')
  expect(await drafts.load('anna', 'form')).toEqual({ realname: 'Anna' })
})

test('a key without a queue is removed when its owner is suspended', async () => {
  const store = makeMemoryStore()
  const getSealer = (owner: string) => createSealer(store, owner, crypto.subtle)
  await getSealer('anna').seal('stars')
  const suspender = createQueueSuspender(store, getSealer)
  for (const owner of await suspender.listOwners()) await suspender.suspend(owner)
  expect(store.values.size).toBe(0)
})
