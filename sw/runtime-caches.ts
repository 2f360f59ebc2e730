import type { RouteMatchCallbackOptions, WorkboxPlugin, RouteHandlerCallbackOptions } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { createPartialResponse } from 'workbox-range-requests'
import { isHashedAsset, isCacheable, isDownload } from './urls.ts'

const daySeconds = 86_400

/** Ignores `Vary`, also on deletion: responses that vary with the caller are never cached. */
const matchOptions = { ignoreVary: true }

/** Images of the app and images that editors uploaded: at most 150, for 14 days. */
export const imagesCache = cacheFirst('images', { maxEntries: 150, maxAgeSeconds: 14 * daySeconds }, [
  { handlerDidError: () => Promise.resolve(emptyPicture()) },
])

/**
 * Chunks that few users need, such as the console's (about ninety). They are cached at their first use, for as long as
 * the server serves old builds, and with space for two builds.
 */
export const chunksCache = cacheFirst('chunks', { maxEntries: 240, maxAgeSeconds: 30 * daySeconds })

/** Caches images of our own origin when they are first shown. */
export function cacheImages(): void {
  registerRoute(
    ({ sameOrigin, request }: RouteMatchCallbackOptions) => sameOrigin && request.destination === 'image',
    imagesCache,
  )
}

/** Caches hashed chunks that are not precached when they are first loaded. */
export function cacheChunks(): void {
  registerRoute(
    ({ sameOrigin, url }: RouteMatchCallbackOptions) => sameOrigin && isHashedAsset(url.pathname),
    chunksCache,
  )
}

/**
 * Creates the response for a picture that is neither cached nor available: its area stays empty. A failed request would
 * show a broken picture and count as an error of the page.
 */
function emptyPicture(): Response {
  return new Response('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>', {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' },
  })
}

/** Creates the strategy "cache first" over a named cache with limits. */
function cacheFirst(
  cacheName: string,
  limits: { maxEntries: number; maxAgeSeconds: number },
  plugins: WorkboxPlugin[] = [],
): CacheFirst {
  return new CacheFirst({
    cacheName,
    matchOptions,
    plugins: [
      {
        cacheWillUpdate: ({ request, response }) =>
          Promise.resolve(isCacheable(request, response) ? response : null),
      },
      // Workbox declares its optional callbacks without `undefined`, which this project's compiler settings distinguish.
      new ExpirationPlugin({ ...limits, matchOptions, purgeOnQuotaError: true }) as WorkboxPlugin,
      ...plugins,
    ],
  })
}

/**
 * Prefix of the caches in which the page stores pinned files; the worker only reads them. Range requests are served from
 * the complete file, so that seeking in a pinned video works offline.
 */
const pinCachePrefix = 'pins:'

/** Returns whether the request is for a file that may be pinned. */
export function isPinnable({ url, request, sameOrigin }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && request.method === 'GET' && isDownload(url.pathname)
}

/** Responds from the pinned files, or else from the network. Pictures of the pages are cached like other images. */
export async function respondWithPinned({
  request,
  url,
  event,
}: RouteHandlerCallbackOptions): Promise<Response> {
  const pinned = await findPinned(url)
  if (!pinned)
    return request.destination === 'image' ? imagesCache.handle({ request, event }) : fetch(request)
  return request.headers.has('range') ? createPartialResponse(request, pinned) : pinned
}

/** Finds a pinned file in the caches of all owners. A link's query does not change the file. */
async function findPinned(url: URL): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(pinCachePrefix)) continue
    const cache = await caches.open(name)
    const pinned = await cache.match(url.href, { ignoreSearch: true, ignoreVary: true })
    if (pinned) return pinned
  }
  return undefined
}
