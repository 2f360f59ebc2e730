import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { isHashedAsset, isCacheable } from './urls.ts'

const daySeconds = 86_400

/** What varies with the caller is never kept, so that what is kept is the same for every request, also when it goes. */
const matchOptions = { ignoreVary: true }

/** Images of our own, icons and those that editors uploaded: at most 150, for 14 days. */
export const imagesCache = cacheFirst('images', { maxEntries: 150, maxAgeSeconds: 14 * daySeconds }, [
  { handlerDidError: () => Promise.resolve(emptyPicture()) },
])

/**
 * Chunks that few people need, the console's some ninety: kept from their first use, as long as old builds are
 * served, of two builds.
 */
export const chunksCache = cacheFirst('chunks', { maxEntries: 240, maxAgeSeconds: 30 * daySeconds })

/** Keeps images of our own origin when they are first shown. */
export function cacheImages(): void {
  registerRoute(
    ({ sameOrigin, request }: RouteMatchCallbackOptions) => sameOrigin && request.destination === 'image',
    imagesCache,
  )
}

/** Keeps hashed chunks that are not precached when they are first loaded. */
export function cacheChunks(): void {
  registerRoute(
    ({ sameOrigin, url }: RouteMatchCallbackOptions) => sameOrigin && isHashedAsset(url.pathname),
    chunksCache,
  )
}

/**
 * Stands for a picture that is neither on the device nor to be had: its room stays empty. A failure would be drawn as a
 * broken picture, and count as an error of the page.
 */
function emptyPicture(): Response {
  return new Response('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>', {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' },
  })
}

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
      new ExpirationPlugin({ ...limits, matchOptions, purgeOnQuotaError: true }) as WorkboxPlugin,
      ...plugins,
    ],
  })
}
