import { forgetKeys, outboxStore as store, sealerOf } from '#lib/device-store/on-this-device.ts'
import { newId } from '#lib/new-id.ts'
import { createDrafts } from './drafts.ts'
import { createParking } from './parking.ts'
import { createQueueStore } from './queue-store.ts'
import type { Clock, Locks } from './sender-parts.ts'
import { tabs } from './tabs.ts'

/** What pages and the worker of this device share: neither knows a screen. */
export const clock: Clock = {
  nowMs: Date.now,
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Browsers have locks where they have https. */
export const locks: Locks = {
  alone: (name, work) =>
    'locks' in navigator ? navigator.locks.request(name, () => work(true)) : work(false),
}

/** The app's database of what waits: entries, their files, drafts, and the keys that seal them. */
export { store }

/** What happens to the things of people who leave. */
export const parking = createParking(store, sealerOf)

/** The queues of this device. */
export const queues = createQueueStore(store, parking, () => tabs.tellChanged())

/** What is typed and not sent yet. */
export const drafts = createDrafts(store, sealerOf, newId)

/** What every sender of this device works with, in a page or in the worker. */
export const senderParts = {
  store,
  queues,
  sealerOf,
  forgetKeys,
  clock,
  locks,
  newId,
  random: Math.random,
  park: parking.park,
  dropDraft: drafts.dropHandedIn,
  onDone: tabs.tellDone,
}
