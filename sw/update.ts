/** Asked for by the page when the person takes the new version; workbox-window sends it. */
interface SkipWaiting {
  type: 'SKIP_WAITING'
}

/**
 * A new worker waits until the person says yes; the first one of a device takes the open page, so that parts of the
 * app loaded later are there offline too.
 */
export function listenForUpdate(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if (isSkipWaiting(event.data)) void worker.skipWaiting()
  })
  worker.addEventListener('activate', (event) => {
    event.waitUntil(worker.clients.claim())
  })
}

function isSkipWaiting(data: unknown): data is SkipWaiting {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'
}
