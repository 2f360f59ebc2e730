/** A cached response with its ETag. */
export interface CachedResponse {
  etag: string
  data: unknown
}

/** Cached responses, for conditional requests. */
export interface EtagCache {
  find: (key: string) => CachedResponse | undefined
  set: (key: string, response: CachedResponse) => void
  clear: () => void
}

/**
 * Creates a cache of the last used responses. The browser's own cache does not store `no-store` responses.
 * @param maxResponses size of the cache; the least recently used response is evicted
 */
export function createEtagCache(maxResponses: number): EtagCache {
  const responses = new Map<string, CachedResponse>()
  return {
    find(key) {
      const cached = responses.get(key)
      if (cached) {
        responses.delete(key)
        responses.set(key, cached)
      }
      return cached
    },
    set(key, response) {
      responses.delete(key)
      responses.set(key, response)
      const oldestKey = responses.keys().next().value
      if (responses.size > maxResponses && oldestKey !== undefined) responses.delete(oldestKey)
    },
    clear: () => responses.clear(),
  }
}
