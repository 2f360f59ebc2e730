import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core'
import { createPartialResponse } from 'workbox-range-requests'
import { isDownload } from './urls.ts'
import { imagesCache } from './runtime-caches.ts'

/**
 * Pinned files: the page stores them whole in caches named `pins:…`; the worker only reads. Ranges of a file are cut
 * from the whole, so that seeking in a pinned video works offline.
 */
const pinCachePrefix = 'pins:'

/** Returns whether a pinned file may answer a request. */
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
