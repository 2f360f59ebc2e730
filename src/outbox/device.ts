import { forgetKeys, outboxStore as store, getSealer } from '#platform/device-store/on-this-device.ts'
import { createId } from '#platform/create-id.ts'
import { createDrafts } from './drafts.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { createQueueStore } from './queue-store.ts'
import type { Clock, Locks } from './outbox-deps.ts'
import { outboxChannel } from './outbox-channel.ts'

/** The clock that pages and the service worker share. */
export const clock: Clock = {
  nowMs: Date.now,
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Web Locks, which browsers offer over https only. */
export const locks: Locks = {
  request: (name, work) =>
    'locks' in navigator ? navigator.locks.request(name, () => work(true)) : work(false),
}

/** The app's database of the outbox: entries, their files, drafts, and the sealing keys. */
export { store }

/** Suspends or removes the queues of users who sign out. */
export const queueSuspender = createQueueSuspender(store, getSealer)

/** The queues of this device. */
export const queues = createQueueStore(store, queueSuspender, () => outboxChannel.notifyChanged())

/** The drafts of forms on this device. */
export const drafts = createDrafts(store, getSealer, createId)

/** Dependencies that the senders of pages and of the worker have in common. */
export const senderDeps = {
  store,
  queues,
  getSealer,
  forgetKeys,
  clock,
  locks,
  newId: createId,
  random: Math.random,
  suspend: queueSuspender.suspend,
  deleteDraft: drafts.dropSubmitted,
  onDone: outboxChannel.notifyDone,
}
