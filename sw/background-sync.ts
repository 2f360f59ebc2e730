import { sendFromWorker, parseSyncTag } from '#outbox/worker.ts'

/** Only in Chromium: fired when there is a network, after a page has registered it, also when the page is closed. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

/** Sends pending outbox entries at a sync event, without a page. */
export function registerBackgroundSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent
    const task = parseSyncTag(tag)
    if (task) (event as SyncEvent).waitUntil(sendFromWorker(task))
  })
}
