import { assert, asyncProperty, constantFrom, infiniteStream } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const edits = 30
/** Rows that another user changed while there was no network. */
const changedElsewhere: readonly number[] = [4, 11, 12, 29]

const edit = (n: number) =>
  creation(n, { module: 'speakers', entityId: `row-${n}`, deed: { kind: 'update', baseVersion: 3 } })

const rows = (effects: readonly { body: Readonly<Record<string, unknown>> }[]) =>
  effects.map(({ body }) => body['n'])

test('thirty edits without network: none is lost, none is done twice, conflicts wait for the user', async () => {
  const mishap = constantFrom<Mishap>(
    'none',
    'none',
    'drop-before',
    'drop-after',
    'busy',
    'html',
    'html-after',
  )
  await assert(
    asyncProperty(infiniteStream(mishap), async (mishaps) => {
      let hasNoNetwork = true
      const server = startModelServer(() => mishaps.next().value ?? 'none')
      server.refuse(({ body }) =>
        changedElsewhere.includes(Number(body['n'])) && body['version'] === 3
          ? { status: 409, key: 'row.stale', data: { current: { n: 0, version: 4 }, fields: ['n'] } }
          : undefined,
      )
      const store = makeMemoryStore()
      const open = () => openPage(server, { store, hasNoNetwork: () => hasNoNetwork })
      // The app is closed half way.
      const first = open()
      for (let n = 0; n < edits / 2; n += 1) await first.submit(edit(n))
      const next = open()
      for (let n = edits / 2; n < edits; n += 1) await next.submit(edit(n))
      expect(server.calls()).toBe(0)
      hasNoNetwork = false
      void next.sendNow()
      await vi.advanceTimersByTimeAsync(12 * 60 * 60_000)
      const arrived = Array.from({ length: edits }, (_, n) => n).filter((n) => !changedElsewhere.includes(n))
      const listed = await next.list('anna')
      expect(listed.filter(({ state }) => state === 'done').map(({ body }) => body['n'])).toEqual(arrived)
      const waiting = listed.filter(({ state }) => state !== 'done')
      expect(waiting.map(({ body, state, conflict }) => [body['n'], state, conflict?.fields])).toEqual(
        changedElsewhere.map((n) => [n, 'conflict', ['n']]),
      )
      expect(rows(server.effects)).toEqual(arrived)

      const [mine, theirs, mineToo, theirsToo] = waiting.map(({ id }) => id)
      await next.keepLocal(mine ?? '')
      await next.acceptRemote(theirs ?? '')
      await next.keepLocal(mineToo ?? '')
      await next.acceptRemote(theirsToo ?? '')
      await vi.advanceTimersByTimeAsync(12 * 60 * 60_000)
      expect(rows(server.effects)).toEqual([...arrived, 4, 12])
      expect((await next.list('anna')).filter(({ state }) => state !== 'done')).toEqual([])
    }),
    { numRuns: 10 },
  )
})
