import { expect, test } from 'vitest'
import { overdueAfterMs, leaseMs } from './timing.ts'
import { makeMemoryStore } from '#lib/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'
import type { SenderDeps } from './outbox-deps.ts'

const { subtle } = globalThis.crypto

/** A page whose clock goes on only when told. */
function openMeeting(mishaps: Mishap[], more: Partial<SenderDeps> = {}) {
  let nowMs = Date.now()
  const clock = { nowMs: () => nowMs, after: () => () => undefined }
  const server = startModelServer(() => mishaps.shift() ?? 'none')
  const store = makeMemoryStore()
  const page = openPage(server, { subtle, clock, ...more, store })
  return { server, store, page, clock, pass: (ms: number) => void (nowMs += ms) }
}

test('that others are answered hurries what failed once, and not what failed three times', async () => {
  const { server, page } = openMeeting(['drop-before', 'drop-before', 'drop-before'])
  await page.submit(creation(1))
  await page.wake()
  await page.sendAgain()
  await page.sendAgain()
  expect(server.calls()).toBe(3)
  expect(await page.list('anna')).toMatchObject([{ state: 'waiting', isLate: true }])
  await page.sendAgain()
  expect(server.calls()).toBe(3)
  await page.sendNow()
  expect(server.calls()).toBe(4)
  expect(await page.list('anna')).toMatchObject([{ state: 'done' }])
})

test('a line that is cut between two of them tries nothing more, and counts no try', async () => {
  let isCut = false
  const { server, page } = openMeeting([], { isCut: () => isCut, onDone: () => (isCut = true) })
  await page.submit(creation(1))
  await page.submit(creation(2))
  await page.wake()
  expect(server.calls()).toBe(1)
  expect(await page.list('anna')).toMatchObject([{ state: 'done' }, { state: 'queued', tries: 0 }])
})

test.each(['full', 'silent', 'blocked'] as const)(
  'a device that is %s and cannot keep a change says so, and the first words stay',
  async (problem) => {
    const { page, store } = openMeeting([], { isCut: () => true })
    const { id } = await page.submit(creation(1))
    store.failWith(problem)
    const refused = { name: 'NotStoredError', reason: problem }
    await expect(page.revise(id, { n: 2 })).rejects.toMatchObject(refused)
    await expect(page.discard(id)).rejects.toMatchObject(refused)
    await expect(page.sendNow()).rejects.toMatchObject(refused)
    store.failWith(undefined)
    expect(await page.list('anna')).toMatchObject([{ id, body: { n: 1 }, state: 'queued' }])
  },
)

test('what waits without network is told of as late after ten minutes, though nothing changed on the device [295]', async () => {
  const { page, pass } = openMeeting([], { isCut: () => true })
  await page.submit(creation(1))
  pass(overdueAfterMs)
  expect(await page.list('anna')).toMatchObject([{ state: 'queued', isLate: false }])
  pass(1)
  expect(await page.list('anna')).toMatchObject([{ state: 'queued', isLate: true }])
})

test('who was sending and is gone leaves something that waits, and that can be deleted [295]', async () => {
  const { server, store, page, clock, pass } = openMeeting([], { isCut: () => true })
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
