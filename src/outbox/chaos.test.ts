import { assert, asyncProperty, constantFrom, double, infiniteStream } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { creation, makeLocks, noLocks, openPage } from './outbox.fixture.ts'
import { makeMemoryStore } from './memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const mishap = constantFrom<Mishap>(
  'none',
  'drop-before',
  'drop-after',
  'busy',
  'too-many',
  'html',
  'html-after',
  'no-echo',
  'in-progress',
  'unauthorised',
)

/** What happens beside the sending, between two entries. */
const event = constantFrom('wake', 'other tab wakes', 'crash', 'minutes', 'clock back', 'nothing')

const entries = 200

test.each([
  ['with Web Locks', makeLocks],
  ['without them', () => noLocks],
])(
  '200 entries through a bad network and dying tabs make 200 effects in order, %s',
  async (_name, makeThem) => {
    await assert(
      asyncProperty(
        infiniteStream(mishap),
        infiniteStream(event),
        infiniteStream(double({ min: 0, max: 1, noNaN: true })),
        async (mishaps, events, chances) => {
          let isQuiet = false
          const server = startModelServer(() => (isQuiet ? 'none' : draw(mishaps)))
          const store = makeMemoryStore()
          const locks = makeThem()
          const open = () => openTab(server.fetch, { store, locks, random: () => draw(chances) })
          let tabs = [open(), open()]
          const tabAt = (n: number) => tabs[n % tabs.length] ?? open()
          for (let n = 0; n < entries; n += 1) {
            await tabAt(n).page.submit(creation(n))
            switch (draw(events)) {
              case 'wake':
                void tabAt(0).page.wake()
                break
              case 'other tab wakes':
                void tabAt(1).page.wake()
                break
              case 'crash':
                tabAt(n).crash()
                tabs = tabs.map((tab, index) => (index === n % 2 ? open() : tab))
                break
              case 'minutes':
                await vi.advanceTimersByTimeAsync(120_000)
                break
              case 'clock back':
                vi.setSystemTime(Date.now() - 3_600_000)
                break
              default:
            }
            await vi.advanceTimersByTimeAsync(10)
          }
          isQuiet = true
          for (const { page } of tabs) void page.wake()
          await vi.advanceTimersByTimeAsync(20 * 60_000)
          expect(server.effects.map(({ body }) => body['n'])).toEqual(
            Array.from({ length: entries }, (_, n) => n),
          )
          const left = (await tabAt(0).page.list('anna')).filter(({ state }) => state !== 'done')
          expect(left).toEqual([])
          for (const tab of tabs) tab.crash()
        },
      ),
      { numRuns: 4 },
    )
  },
)

const draw = <T>(stream: { next: () => { value?: T } }) => stream.next().value as T

const never = () => new Promise<never>(() => {})

/** A tab that can die: from then on nothing that it does reaches store, network or timers. */
function openTab(fetch: typeof globalThis.fetch, parts: NonNullable<Parameters<typeof openPage>[1]>) {
  let isDead = false
  const { store, locks } = parts
  if (!store || !locks) throw new Error('a tab shares a store and locks')
  const mortal: typeof store = {
    ...store,
    // A change that is on its way when the tab dies may still happen.
    change: (keys, decide) =>
      isDead ? never() : store.change(keys, decide).then((result) => (isDead ? never() : result)),
    read: (keys) => (isDead ? never() : store.read(keys)),
  }
  const death = new AbortController()
  const died = new Promise<void>((resolve) => death.signal.addEventListener('abort', () => resolve()))
  const page = openPage(
    {
      fetch: async (input, init) => {
        if (isDead) return never()
        const answer = await fetch(input, init)
        return isDead ? never() : answer
      },
    },
    {
      ...parts,
      store: mortal,
      // The browser frees the locks of a tab that dies.
      locks: {
        alone: (name, work) =>
          locks.alone(name, (locked) => Promise.race([work(locked), died as Promise<never>])),
      },
      clock: {
        nowMs: () => Date.now(),
        after(ms, work) {
          const timer = setTimeout(() => !isDead && work(), ms)
          return () => clearTimeout(timer)
        },
      },
    },
  )
  return {
    page,
    crash() {
      isDead = true
      death.abort()
    },
  }
}
