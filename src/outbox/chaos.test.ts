import { array, assert, asyncProperty, boolean, constantFrom, double, infiniteStream } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientRowIdHeader } from '#contract/row.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { createPageSave, creation, makeLocks, noLocks, openPage, wakeWorker } from './outbox.fixture.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap, type ModelRow } from './model-server.fixture.ts'
import { listEntriesWithoutRow, toFormBase, toOptimisticRow, toSavedRow } from './optimistic-row.ts'
import type { Clock, Locks } from './outbox-deps.ts'

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

/** What else happens between two saves of new rows. */
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

const browsers: [name: string, makeLocks: () => Locks][] = [
  ['with Web Locks', makeLocks],
  ['without them', () => noLocks],
]

test.each(browsers)(
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
            const { body: values, ...options } = creation(n)
            await createPageSave(tabAt(n).page)({ ...options, values })
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

/** What happens to the one row of a user. */
const rowEvents = [
  'save',
  'save in other tab',
  'save what is refused',
  'crash while saving',
  'other device writes',
  'load rows',
  'wake',
  'crash',
  'worker wakes',
  'worker killed',
  'seconds',
  'minutes',
] as const
type RowEvent = (typeof rowEvents)[number]

/** A form as the user fills it in. The server refuses the text `bad`. */
const fill = (n: number, memo = `memo ${n}`) => ({ flight: `flight ${n}`, memo })
type Filled = Partial<ReturnType<typeof fill>>

const module = 'travel_infos'

test.each(browsers)(
  'any order of saves, edits, refusals, other devices, crashes and tabs ends with the row of the last form, %s',
  async (_name, makeThem) => {
    await assert(
      asyncProperty(
        infiniteStream(mishap),
        array(constantFrom(...rowEvents), { maxLength: 25, size: 'max' }),
        infiniteStream(double({ min: 0, max: 1, noNaN: true })),
        boolean(),
        async (mishaps, events, chances, changesAll) => {
          let isQuiet = false
          const server = startRowServer(() => (isQuiet ? 'none' : draw(mishaps)))
          const phone = openPhone(server, makeThem(), () => draw(chances))
          for (const [n, happening] of events.entries()) {
            await phone.happen(happening, n)
            await vi.advanceTimersByTimeAsync(10)
          }
          phone.load()
          const lastForm = await phone.save(changesAll ? fill(events.length) : { memo: 'last memo' })
          isQuiet = true
          await phone.settle(lastForm)
          expect((await phone.listEntries()).filter(({ state }) => state !== 'done')).toEqual([])
          expect(server.rows()).toHaveLength(1)
          expect(server.findRow()).toMatchObject(lastForm)
          phone.close()
        },
      ),
      { numRuns: 150 },
    )
  },
)

/** A server with one row for each user, which other devices write too. */
function startRowServer(nextMishap: () => Mishap) {
  let isOtherDevice = false
  const server = startModelServer(() => (isOtherDevice ? 'none' : nextMishap()))
  const findRow = () => server.rows()[0]
  server.refuse(({ path, body }) => {
    const row = findRow()
    if (body['memo'] === 'bad')
      return { status: 422, key: 'form.invalid', fields: [{ path: 'memo', key: 'field.invalid' }] }
    if (path.includes('/post/')) return row && { status: 409, key: 'row.exists' }
    return row?.id === body['id'] && row?.version === body['version']
      ? undefined
      : { status: 409, key: 'row.stale', data: { current: row, fields: ['flight', 'memo'] } }
  })
  const writeElsewhere = async (n: number) => {
    const row = findRow()
    isOtherDevice = true
    await server.fetch(`http://forum.test/api/front/${row ? 'edit' : 'post'}/${module}`, {
      method: 'POST',
      headers: { 'idempotency-key': `elsewhere-${n}`, ...(!row && { [clientRowIdHeader]: 'elsewhere' }) },
      body: JSON.stringify({ ...fill(-n), ...(row && { id: row.id, version: row.version }) }),
    })
    isOtherDevice = false
  }
  return { ...server, findRow, writeElsewhere }
}

/** A phone with two tabs and a worker, which can crash, and the rows that its tabs loaded last. */
function openPhone(server: ReturnType<typeof startRowServer>, locks: Locks, random: () => number) {
  const shared = { store: makeMemoryStore(), locks, random }
  const open = () => openTab(server.fetch, shared)
  const tabs = { first: open(), other: open() }
  let worker = openWorkerTab(server.fetch, shared)
  let loaded: { row: ModelRow | undefined; asOfMs: number } = { row: undefined, asOfMs: 0 }
  const load = () => void (loaded = { row: server.findRow(), asOfMs: Date.now() })
  const listEntries = async () =>
    (await tabs.first.page.list(anna)).filter((entry) => entry.module === module)
  /** Returns the whole form as the user saw it when they saved. */
  const save = async (filled: Filled, tab = tabs.first): Promise<Filled> => {
    const entries = await listEntries()
    const { row, asOfMs } = loaded
    const optimistic = toOptimisticRow(row, row ? entries : listEntriesWithoutRow(entries, module, asOfMs))
    const base = toFormBase(optimistic)
    const changes = Object.entries(filled).filter(([field, value]) => base?.[field] !== value)
    await createPageSave(tab.page)({
      module,
      ...toSavedRow(optimistic),
      values: Object.fromEntries(changes),
      version: base?.version,
      base: 'entries',
      title: 'Travel',
      formPath: '/user/travel',
    })
    const seen = Object.entries(base ?? {}).filter(([field]) => field === 'flight' || field === 'memo')
    return { ...Object.fromEntries(seen), ...filled }
  }
  const crash = () => {
    tabs.first.crash()
    tabs.first = open()
  }
  /** The tab crashes at any step of the save. */
  const crashWhileSaving = async (n: number) => {
    void save(fill(n))
    for (let step = 0; step < n * 3; step += 1) await Promise.resolve()
    crash()
  }
  const wakeWorkerAgain = () => {
    worker.crash()
    worker = openWorkerTab(server.fetch, shared)
  }
  const saveInOtherTab = async (n: number) => {
    load()
    await save(fill(n), tabs.other)
  }
  const effects: Record<RowEvent, (n: number) => unknown> = {
    save: (n) => save(fill(n)),
    'save in other tab': saveInOtherTab,
    'save what is refused': (n) => save(fill(n, 'bad')),
    'crash while saving': crashWhileSaving,
    'other device writes': server.writeElsewhere,
    'load rows': load,
    wake: () => void tabs.other.page.wake(),
    crash,
    'worker wakes': wakeWorkerAgain,
    'worker killed': () => worker.crash(),
    seconds: () => vi.advanceTimersByTimeAsync(3_000),
    minutes: () => vi.advanceTimersByTimeAsync(180_000),
  }
  /** Sends everything, and lets the user answer each question that the server has with the last form. */
  const settle = async (filled: Filled) => {
    for (let n = 0; n < 10; n += 1) {
      for (const { page } of Object.values(tabs)) void page.wake()
      await vi.advanceTimersByTimeAsync(20 * 60_000)
      load()
      const unsent = (await listEntries()).filter(({ state }) => state !== 'done')
      const conflict = unsent.find(({ state }) => state === 'conflict')
      if (unsent.length === 0) return
      if (conflict) await tabs.first.page.keepLocal(conflict.id)
      else await save(filled)
    }
  }
  const close = () => {
    for (const one of [...Object.values(tabs), worker]) one.crash()
  }
  return { load, listEntries, save, settle, close, happen: (name: RowEvent, n: number) => effects[name](n) }
}

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
