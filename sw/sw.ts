import type { RouteMatchCallbackOptions } from 'workbox-core'
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isAppPage } from './addresses.ts'
import { listenForConsole } from './keep-console.ts'
import { listenForPictures } from './keep-pictures.ts'
import { keepChunks, keepImages } from './kept-at-first-use.ts'
import { answerPage, listenForLooks } from './last-looks.ts'
import { answerPinned, isPinnable } from './pins.ts'
import { listenForSync } from './send-waiting.ts'
import { listenForUpdate } from './update.ts'

/**
 * The service worker: shell and attendees' screens from the precache, public pages as they last were until the app has
 * drawn itself, images and organisers' chunks at first use, pinned files, and what waits to be sent; nothing else. Calls to the API have no route and go to the network as if there were no worker
 * (offline.md 4).
 */
declare const self: ServiceWorkerGlobalScope

registerRoute(isPinnable, answerPinned)
// No guesses from addresses (`/` for `/index.html`, `/x` for `/x.html`): the route of the pages decides.
// oxlint-disable-next-line no-underscore-dangle -- the build looks for exactly this name
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' })
registerRoute(
  ({ request, url }: RouteMatchCallbackOptions) => request.mode === 'navigate' && isAppPage(url.pathname),
  answerPage,
)
keepChunks()
keepImages()
listenForPictures(self)
listenForConsole(self)
listenForLooks(self)
cleanupOutdatedCaches()
listenForUpdate(self)
listenForSync(self)
