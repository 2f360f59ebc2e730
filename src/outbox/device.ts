import { forgetKeys, outboxStore as store, sealerOf } from '#lib/device-store/on-this-device.ts'
import { createId } from '#lib/create-id.ts'
import { createDrafts } from './drafts.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { createQueueStore } from './queue-store.ts'
import type { Clock, Locks } from './outbox-deps.ts'
import { outboxChannel } from './outbox-channel.ts'

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
export const queueSuspender = createQueueSuspender(store, sealerOf)

/** The queues of this device. */
export const queues = createQueueStore(store, queueSuspender, () => outboxChannel.tellChanged())

/** What is typed and not sent yet. */
export const drafts = createDrafts(store, sealerOf, createId)

/** What every sender of this device works with, in a page or in the worker. */
export const senderDeps = {
  store,
  queues,
  sealerOf,
  forgetKeys,
  clock,
  locks,
  newId: createId,
  random: Math.random,
  park: queueSuspender.park,
  dropDraft: drafts.dropHandedIn,
  onDone: outboxChannel.tellDone,
}
