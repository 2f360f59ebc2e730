import { isDownload } from './urls.ts'
import { imagesCache } from './runtime-caches.ts'
import { isMessage } from './messages.ts'

/** Sent by a page with images that are further down, or were loaded before the worker was active. */
interface KeepPictures {
  type: 'KEEP_PICTURES'
  addresses: readonly string[]
}

/** Caches images that a page names. Images in the browser's cache are not fetched again. */
export function listenForImages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if (!isMessage<KeepPictures>(event.data, 'KEEP_PICTURES')) return
    const requests = event.data.addresses
      .map((address) => new URL(address, worker.location.origin))
      .filter(({ origin, pathname }) => origin === worker.location.origin && isDownload(pathname))
      .map((url) => new Request(url))
    event.waitUntil(Promise.all(requests.map((request) => imagesCache.handle({ request, event }))))
  })
}
