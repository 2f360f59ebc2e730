import { isDownload, isHashedAsset } from './urls.ts'
import { imagesCache, chunksCache } from './runtime-caches.ts'

/** Returns whether a message of a page has this type. Its other members are trusted. */
export function isMessage<T extends { type: string }>(data: unknown, type: T['type']): data is T {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}

/** Sent by a page with images that are further down, or were loaded before the worker was active. */
interface KeepPictures {
  type: 'KEEP_PICTURES'
  /** URLs or paths of images. */
  addresses: readonly string[]
}

/** Caches images that a page names. Images in the browser's cache are not fetched again. */
export function listenForImages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if (!isMessage<KeepPictures>(event.data, 'KEEP_PICTURES')) return
    const requests = event.data.addresses
      .map((address) => new URL(address, worker.location.origin))
      // Only files that editors uploaded, so that a message cannot fill the cache with other URLs.
      .filter(({ origin, pathname }) => origin === worker.location.origin && isDownload(pathname))
      .map((url) => new Request(url))
    event.waitUntil(Promise.all(requests.map((request) => imagesCache.handle({ request, event }))))
  })
}

/**
 * URL of the list of the console's scripts and styles, set by the build (scripts/vite/worker.ts). The list is of this
 * worker's own build, also when the server has a newer one.
 */
declare const CONSOLE_LIST_ADDRESS: string

/** Caches the unused chunks of the console, one after another, when a page of the console requests it. */
export function listenForConsolePrecache(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    // A chunk that fails now is loaded at its first use, or at the next visit of the console.
    if (isMessage(event.data, 'KEEP_CONSOLE'))
      event.waitUntil(cacheConsoleChunks(event).catch(() => undefined))
  })
}

async function cacheConsoleChunks(event: ExtendableMessageEvent): Promise<void> {
  const files = (await (await fetch(CONSOLE_LIST_ADDRESS)).json()) as string[]
  for (const file of files.filter(isHashedAsset))
    await chunksCache.handle({ request: new Request(file, { priority: 'low' }), event })
}

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
