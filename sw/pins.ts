import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core'
import { createPartialResponse } from 'workbox-range-requests'
import { isDownload } from './urls.ts'
import { imagesCache } from './runtime-caches.ts'

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

async function findPinned(url: URL): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(pinCachePrefix)) continue
    const cache = await caches.open(name)
    const pinned = await cache.match(url.href, { ignoreSearch: true, ignoreVary: true })
    if (pinned) return pinned
  }
  return undefined
}
