import { sendFromWorker, parseSyncTag } from '#outbox/worker.ts'
import type { RouteMatchCallbackOptions } from 'workbox-core'
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isAppNavigation } from './urls.ts'
import { listenForConsolePrecache, listenForImages, listenForUpdate } from './messages.ts'
import { cacheChunks, cacheImages, respondWithPinned, isPinnable } from './runtime-caches.ts'
import { respondToNavigation, listenForPageSnapshots } from './page-snapshots.ts'

/**
 * The service worker. It serves the shell and the attendees' screens from the precache, with the page snapshot until the app
 * has rendered. It caches images and organisers' chunks at first use, serves pinned files, and sends the outbox. API calls
 * have no route and go to the network.
 */
declare const self: ServiceWorkerGlobalScope

// The first route that matches responds: pinned pictures come before cached images.
registerRoute(isPinnable, respondWithPinned)
// Disables Workbox's URL rewriting (`/` to `/index.html`, `/x` to `/x.html`): the navigation route below handles pages.
// oxlint-disable-next-line no-underscore-dangle -- the build looks for exactly this name
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' })
registerRoute(
  ({ request, url }: RouteMatchCallbackOptions) =>
    request.mode === 'navigate' && isAppNavigation(url.pathname),
  respondToNavigation,
)
cacheChunks()
cacheImages()
listenForImages(self)
listenForConsolePrecache(self)
listenForPageSnapshots(self)
cleanupOutdatedCaches()
listenForUpdate(self)
registerBackgroundSync(self)

/** Only in Chromium: fired when there is a network, after a page has registered it, also when the page is closed. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

/** Sends pending outbox entries at a sync event, without a page. */
function registerBackgroundSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent
    const task = parseSyncTag(tag)
    if (task) (event as SyncEvent).waitUntil(sendFromWorker(task))
  })
}
