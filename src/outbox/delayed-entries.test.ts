import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const delayMs = 6000
const delayed = (n: number) => creation(n, { delayMs })

function openPageWith(mishaps: Mishap[] = []) {
  const server = startModelServer(() => mishaps.shift() ?? 'none')
  const outbox = openPage(server)
  return { server, outbox, sent: () => server.effects.map(({ body }) => body['n']) }
}

test('a delayed entry is sent when its delay ends, and not before', async () => {
  const { outbox, sent } = openPageWith()
  await outbox.submit(delayed(1))
  await vi.advanceTimersByTimeAsync(delayMs - 1)
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent()).toEqual([1])
})

test('a delayed entry blocks no others, and is not sent early when the network returns', async () => {
  const { outbox, sent } = openPageWith()
  await outbox.submit(delayed(1))
  await outbox.submit(delayed(2))
  await outbox.submit(creation(3))
  await outbox.sendNow()
  expect(sent()).toEqual([3])
  await vi.advanceTimersByTimeAsync(delayMs)
  expect(sent()).toEqual([3, 1, 2])
})

test('a delayed entry is sent at its time while a later entry waits for a retry', async () => {
  const { outbox, sent } = openPageWith(['too-many'])
  await outbox.submit(delayed(1))
  await outbox.submit(creation(2))
  await vi.advanceTimersByTimeAsync(delayMs)
  expect(sent()).toEqual([1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent()).toEqual([1, 2])
})

test('a delayed entry can be cancelled until it is sent', async () => {
  const { outbox, sent } = openPageWith()
  const first = await outbox.submit(delayed(1))
  expect(await outbox.cancel(first.id)).toBe(true)
  await vi.advanceTimersByTimeAsync(2 * delayMs)
  expect(sent()).toEqual([])
  const second = await outbox.submit(delayed(2))
  await vi.advanceTimersByTimeAsync(delayMs)
  expect(await outbox.cancel(second.id)).toBe(false)
  expect(sent()).toEqual([2])
})

test('the next page sends a delayed entry of a closed page', async () => {
  const { server, outbox, sent } = openPageWith()
  await outbox.submit(delayed(1))
  const next = openPage(server, { store: outbox.store })
  vi.clearAllTimers()
  vi.setSystemTime(Date.now() + delayMs)
  await next.wake()
  expect(sent()).toEqual([1])
})
