import { createHttpClient } from '#platform/http/client.ts'
import { yieldToMain } from '#platform/browser.ts'
import type { PersistentSignIn } from '#platform/persistent-sign-in.ts'
import type { Submission } from './entry.ts'
import { makeMemoryStore, type MemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import type { ModelServer } from './model-server.fixture.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { createQueueStore } from './queue-store.ts'
import { createSave, type Save } from './save.ts'
import { createSealer, type Sealer, type KeyCache } from '#platform/device-store/sealing.ts'
import type { Clock, Locks, SenderDeps } from './outbox-deps.ts'
import { sendPendingEntries, type BackgroundSendDeps } from './background-send.ts'

/** Timers of the test runner, which may be fake. */
export const clock: Clock = {
  nowMs: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Web Locks of one browser. */
export function makeLocks(): Locks {
  const turns = new Map<string, Promise<unknown>>()
  return {
    request(name, work) {
      const turn = (turns.get(name) ?? Promise.resolve()).catch(() => undefined).then(() => work(true))
      turns.set(name, turn)
      return turn
    },
  }
}

/** A browser without Web Locks, where only leases protect. */
export const noLocks: Locks = { request: (_name, work) => work(false) }

let ids = 0

const connect = ({ fetch }: Pick<ModelServer, 'fetch'>, token: string) =>
  createHttpClient({
    baseUrl: 'http://forum.test/api',
    getToken: () => token,
    getLocale: () => 'en',
    fetch,
  })

const createDevice = (store: MemoryStore, getSealer: (owner: string) => Sealer) => ({
  store,
  queues: createQueueStore(store, createQueueSuspender(store, getSealer), () => undefined),
  getSealer,
  forgetKeys: () => undefined,
  clock,
  locks: noLocks,
  newId: () => `id-${(ids += 1)}`,
  random: () => 0.5,
})

/** Anna's persisted sign-in. */
export const storedSignIn: PersistentSignIn = {
  token: 'token-anna',
  user: { id: 'anna', name: 'Anna', role: 'participant' },
  expiresAt: '2099-01-01T00:00:00Z',
}

/** Fires the sync event of a worker, over a store that pages share. @see sendPendingEntries */
export function wakeWorker(
  server: Pick<ModelServer, 'fetch'>,
  options: Partial<BackgroundSendDeps> & { store: MemoryStore; subtle?: SubtleCrypto },
): Promise<boolean> {
  const { store } = options
  return sendPendingEntries({
    ...createDevice(store, (owner) => createSealer(store, owner, options.subtle)),
    signIns: { read: async () => storedSignIn },
    createClient: (token) => connect(server, token),
    onSignedOut: () => undefined,
    ...options,
  })
}

/** One page with its outbox, over a store that other pages may share. */
export function openPage(
  server: Pick<ModelServer, 'fetch'>,
  options: Partial<SenderDeps> & { store?: MemoryStore; token?: string; subtle?: SubtleCrypto } = {},
): Outbox & { store: MemoryStore } {
  const store = options.store ?? makeMemoryStore()
  const seen: KeyCache = new Map()
  const getSealer = (owner: string) => createSealer(store, owner, options.subtle, seen)
  const outbox = createOutbox({
    ...createDevice(store, getSealer),
    forgetKeys: () => seen.clear(),
    http: connect(server, options.token ?? 'token-anna'),
    getUser: () => ({ owner: 'anna', isConfirmed: true }),
    confirmUser: async () => undefined,
    waitForPaint: yieldToMain,
    ...options,
    store,
  })
  return { ...outbox, store }
}

/** Saves through the outbox of a page. */
export const createPageSave = (page: Outbox): Save =>
  createSave({ ...page, newId: () => `made-${(ids += 1)}` })

/** A submission that creates row `n`. */
export const creation = (n: number, more: Partial<Submission> = {}): Submission => ({
  module: 'side_meetings',
  entityId: `made-${n}`,
  deed: { kind: 'create' },
  body: { n },
  title: `Meeting ${n}`,
  formPath: '/user/side-meetings',
  ...more,
})
