import { assert, asyncProperty, constantFrom, double, infiniteStream } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { creation, makeLocks, noLocks, openPage, wakeWorker } from './outbox.fixture.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import type { Clock } from './outbox-deps.ts'

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

/** What else happens between two submissions. */
const event = constantFrom(
  'wake',
  'other tab wakes',
  'crash',
  'worker wakes',
  'worker killed',
  'minutes',
  'clock back',
  'nothing',
)

const entries = 200

test.each([
  ['with Web Locks', makeLocks],
  ['without them', () => noLocks],
])(
  '200 entries through a bad network, dying tabs and the worker make 200 effects in order, %s [295]',
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
          const shared = { store, locks, random: () => draw(chances) }
          const open = () => openTab(server.fetch, shared)
          const wakeWorker = () => openWorkerTab(server.fetch, shared)
          let tabs = [open(), open()]
          let worker = wakeWorker()
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
              case 'worker wakes':
                worker.crash()
                worker = wakeWorker()
                break
              case 'worker killed':
                worker.crash()
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
          const unsent = (await tabAt(0).page.list(anna)).filter(({ state }) => state !== 'done')
          expect(unsent).toEqual([])
          for (const one of [...tabs, worker]) one.crash()
        },
      ),
      { numRuns: 4 },
    )
  },
)

const draw = <T>(stream: { next: () => { value?: T } }) => stream.next().value as T

const never = () => new Promise<never>(() => {})

const anna = getOwnerKey('anna')
const getUser = () => ({ owner: anna, isConfirmed: true })

function openTab(fetch: typeof globalThis.fetch, shared: Shared) {
  const { crash, ...mortal } = createMortalDeps(fetch, shared)
  return { page: openPage(mortal, { ...shared, ...mortal, getUser }), crash }
}

function openWorkerTab(fetch: typeof globalThis.fetch, shared: Shared) {
  const { crash, ...mortal } = createMortalDeps(fetch, shared)
  void wakeWorker(mortal, { ...shared, ...mortal }).catch(() => undefined)
  return { crash }
}

type Shared = Pick<Required<NonNullable<Parameters<typeof openPage>[1]>>, 'store' | 'locks' | 'random'>

/** Dependencies of a tab or worker that can crash. After the crash nothing reaches store, network or timers. */
function createMortalDeps(fetch: typeof globalThis.fetch, { store, locks }: Shared) {
  let isDead = false
  const death = new AbortController()
  const died = new Promise<void>((resolve) => death.signal.addEventListener('abort', () => resolve()))
  const mortal: typeof store = {
    ...store,
    // A change that has started when the tab crashes may still be written.
    change: (keys, decide) =>
      isDead ? never() : store.change(keys, decide).then((result) => (isDead ? never() : result)),
    read: (keys) => (isDead ? never() : store.read(keys)),
  }
  const mortalFetch: typeof fetch = async (input, init) => {
    if (isDead) return never()
    const response = await fetch(input, init)
    return isDead ? never() : response
  }
  // The browser releases the locks of a tab that crashes.
  const mortalLocks: typeof locks = {
    request: (name, work) =>
      locks.request(name, (locked) => Promise.race([work(locked), died as Promise<never>])),
  }
  const clock: Clock = {
    nowMs: () => Date.now(),
    after(ms, work) {
      const timer = setTimeout(() => !isDead && work(), ms)
      return () => clearTimeout(timer)
    },
  }
  const crash = () => {
    isDead = true
    death.abort()
  }
  return { store: mortal, fetch: mortalFetch, locks: mortalLocks, clock, crash }
}
