import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const holdMs = 6000
const held = (n: number) => creation(n, { holdMs })

function page(mishaps: Mishap[] = []) {
  const server = startModelServer(() => mishaps.shift() ?? 'none')
  const outbox = openPage(server)
  return { server, outbox, sent: () => server.effects.map(({ body }) => body['n']) }
}

test('what is held back goes out when its time is over, and not before', async () => {
  const { outbox, sent } = page()
  await outbox.submit(held(1))
  await vi.advanceTimersByTimeAsync(holdMs - 1)
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent()).toEqual([1])
})

test('it holds nothing up, and a network that comes back does not hurry it', async () => {
  const { outbox, sent } = page()
  await outbox.submit(held(1))
  await outbox.submit(held(2))
  await outbox.submit(creation(3))
  await outbox.sendNow()
  expect(sent()).toEqual([3])
  await vi.advanceTimersByTimeAsync(holdMs)
  expect(sent()).toEqual([3, 1, 2])
})

test('it goes out at its own time while what came after it waits longer', async () => {
  const { outbox, sent } = page(['too-many'])
  await outbox.submit(held(1))
  await outbox.submit(creation(2))
  await vi.advanceTimersByTimeAsync(holdMs)
  expect(sent()).toEqual([1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent()).toEqual([1, 2])
})

test('it can be taken back until it goes out, and not after', async () => {
  const { outbox, sent } = page()
  const first = await outbox.submit(held(1))
  expect(await outbox.takeBack(first.id)).toBe(true)
  await vi.advanceTimersByTimeAsync(2 * holdMs)
  expect(sent()).toEqual([])
  const second = await outbox.submit(held(2))
  await vi.advanceTimersByTimeAsync(holdMs)
  expect(await outbox.takeBack(second.id)).toBe(false)
  expect(sent()).toEqual([2])
})

test('a page that is closed meanwhile has kept it: the next one sends it', async () => {
  const { server, outbox, sent } = page()
  await outbox.submit(held(1))
  const next = openPage(server, { store: outbox.store })
  vi.clearAllTimers()
  vi.setSystemTime(Date.now() + holdMs)
  await next.wake()
  expect(sent()).toEqual([1])
})
