import { createHttpClient } from '#lib/http/client.ts'
import { yieldToMain } from '#lib/yield-to-main.ts'
import type { PersistentSignIn } from '#lib/persistent-sign-in.ts'
import type { Submission } from './entry.ts'
import { makeMemoryStore, type MemoryStore } from '#lib/device-store/memory-store.fixture.ts'
import type { ModelServer } from './model-server.fixture.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { createQueueStore } from './queue-store.ts'
import { createSealer, type Sealer, type KeyCache } from '#lib/device-store/sealing.ts'
import type { Clock, Locks, SenderDeps } from './outbox-deps.ts'
import { sendPendingEntries, type BackgroundSendDeps } from './background-send.ts'

/** Timers of the test runner: virtual where it makes them so. */
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
    alone(name, work) {
      const turn = (turns.get(name) ?? Promise.resolve()).catch(() => undefined).then(() => work(true))
      turns.set(name, turn)
      return turn
    },
  }
}

/** A browser without locks: the lease alone guards. */
export const noLocks: Locks = { alone: (_name, work) => work(false) }

let ids = 0

const connect = ({ fetch }: Pick<ModelServer, 'fetch'>, token: string) =>
  createHttpClient({
    baseUrl: 'http://forum.test/api',
    getToken: () => token,
    getLocale: () => 'en',
    fetch,
  })

const deviceOf = (store: MemoryStore, sealerOf: (owner: string) => Sealer) => ({
  store,
  queues: createQueueStore(store, createQueueSuspender(store, sealerOf), () => undefined),
  sealerOf,
  forgetKeys: () => undefined,
  clock,
  locks: noLocks,
  newId: () => `id-${(ids += 1)}`,
  random: () => 0.5,
})

/** Anna's sign-in as it is kept on a device. */
export const keptSignIn: PersistentSignIn = {
  token: 'token-anna',
  user: { id: 'anna', name: 'Anna', role: 'participant' },
  expiresAt: '2099-01-01T00:00:00Z',
}

/** The worker is told that there is a network, over a store that pages share. @see sendPendingEntries */
export function wakeWorker(
  server: Pick<ModelServer, 'fetch'>,
  parts: Partial<BackgroundSendDeps> & { store: MemoryStore; subtle?: SubtleCrypto },
): Promise<boolean> {
  const { store } = parts
  return sendPendingEntries({
    ...deviceOf(store, (owner) => createSealer(store, owner, parts.subtle)),
    kept: { read: async () => keptSignIn },
    connect: (token) => connect(server, token),
    onSignedOut: () => undefined,
    ...parts,
  })
}

/** One page with its outbox, over a store that other pages may share. */
export function openPage(
  server: Pick<ModelServer, 'fetch'>,
  parts: Partial<SenderDeps> & { store?: MemoryStore; token?: string; subtle?: SubtleCrypto } = {},
): Outbox & { store: MemoryStore } {
  const store = parts.store ?? makeMemoryStore()
  const seen: KeyCache = new Map()
  const sealerOf = (owner: string) => createSealer(store, owner, parts.subtle, seen)
  const outbox = createOutbox({
    ...deviceOf(store, sealerOf),
    forgetKeys: () => seen.clear(),
    http: connect(server, parts.token ?? 'token-anna'),
    person: () => ({ owner: 'anna', isSure: true }),
    confirm: async () => undefined,
    untilSaid: yieldToMain,
    ...parts,
    store,
  })
  return { ...outbox, store }
}

/** A submission about a row of its own. */
export const creation = (n: number, more: Partial<Submission> = {}): Submission => ({
  module: 'side_meetings',
  entityId: `made-${n}`,
  deed: { kind: 'create' },
  body: { n },
  title: `Meeting ${n}`,
  formPath: '/user/side-meetings',
  ...more,
})
