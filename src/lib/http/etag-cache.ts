/** An answer kept with the tag under which the server knows it. */
export interface CachedResponse {
  etag: string
  data: unknown
}

/** Answers whose tags are kept, so that the next request for them can be conditional. */
export interface EtagCache {
  find: (key: string) => CachedResponse | undefined
  keep: (key: string, answer: CachedResponse) => void
  clear: () => void
}

/**
 * Keeps the last used answers. The browser's own cache does the same across starts, but not for answers that it must
 * not store.
 * @param most how many answers are kept; the one unused for longest goes first
 */
export function createEtagCache(most: number): EtagCache {
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
      if (answers.size > most && oldest !== undefined) answers.delete(oldest)
    },
    clear: () => answers.clear(),
  }
}
