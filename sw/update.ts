import { isMessage } from './messages.ts'

/**
 * A new worker waits until the user accepts it; the first one of a device controls the open page at once, so
 * that chunks loaded later are available offline too.
 */
export function listenForUpdate(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    // Sent by workbox-window when the user accepts the new version.
    if (isMessage(event.data, 'SKIP_WAITING')) void worker.skipWaiting()
  })
  worker.addEventListener('activate', (event) => {
    event.waitUntil(worker.clients.claim())
  })
}
