import { sendFromWorker, parseSyncTag } from '#outbox/worker.ts'

/** Chromium's alone: there is a network, and a page had asked to be told, whether it is still open or not. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

/** Sends what waits on the device when the browser says that it can, with no page open (offline.md 3). */
export function registerBackgroundSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent
    const task = parseSyncTag(tag)
    if (task) (event as SyncEvent).waitUntil(sendFromWorker(task))
  })
}
