/** A cached response with its ETag. */
export interface CachedResponse {
  etag: string
  data: unknown
}

/** Cached responses, for conditional requests. */
export interface EtagCache {
  find: (key: string) => CachedResponse | undefined
  keep: (key: string, answer: CachedResponse) => void
  clear: () => void
}

/**
 * Caches the responses used last. The browser's own cache does not do so for `no-store` responses.
 * @param most number of responses; the least recently used one is evicted
 */
export function createEtagCache(maxResponses: number): EtagCache {
  const answers = new Map<string, CachedResponse>()
  return {
    find(key) {
      const known = answers.get(key)
      if (known) {
        answers.delete(key)
        answers.set(key, known)
      }
      return known
    },
    keep(key, answer) {
      answers.delete(key)
      answers.set(key, answer)
      const oldest = answers.keys().next().value
      if (answers.size > maxResponses && oldest !== undefined) answers.delete(oldest)
    },
    clear: () => answers.clear(),
  }
}
