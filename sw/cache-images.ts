import { isDownload } from './urls.ts'
import { imagesCache } from './runtime-caches.ts'
import { isMessage } from './messages.ts'

/** Sent by a page whose pictures lie further down, or were there before the worker was. */
interface KeepPictures {
  type: 'KEEP_PICTURES'
  addresses: readonly string[]
}

/** Keeps pictures that a page names, as if it had shown them. What the browser has already is not fetched again. */
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
