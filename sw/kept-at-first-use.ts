import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { isHashedAsset } from './addresses.ts'

const daySeconds = 86_400

/** Images of our own: 150 of them, 14 days (offline.md 4). */
const images = { cacheName: 'images', maxEntries: 150, maxAgeSeconds: 14 * daySeconds }

/** Chunks that few people need (the console's): kept from their first use, as long as old builds are served. */
const chunks = { cacheName: 'chunks', maxEntries: 80, maxAgeSeconds: 30 * daySeconds }

/** Keeps images of our own origin when they are first shown. */
export function keepImages(): void {
  registerRoute(
    ({ sameOrigin, request }: RouteMatchCallbackOptions) => sameOrigin && request.destination === 'image',
    cacheFirst(images),
  )
}

/** Keeps hashed chunks that are not precached when they are first loaded. */
export function keepChunks(): void {
  registerRoute(
    ({ sameOrigin, url }: RouteMatchCallbackOptions) => sameOrigin && isHashedAsset(url.pathname),
    cacheFirst(chunks),
  )
}

function cacheFirst({ cacheName, ...limits }: typeof images): CacheFirst {
  return new CacheFirst({
    cacheName,
    plugins: [
      // Only whole answers of our own: an opaque one may be an error, and costs megabytes of the quota.
      { cacheWillUpdate: ({ response }) => Promise.resolve(isWhole(response) ? response : null) },
      new ExpirationPlugin({ ...limits, purgeOnQuotaError: true }) as WorkboxPlugin,
    ],
  })
}

function isWhole(response: Response): boolean {
  return response.status === 200 && response.type === 'basic' && !response.redirected
}
