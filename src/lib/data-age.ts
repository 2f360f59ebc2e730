/** When the server last answered each query, in the server's time (milliseconds), by query hash. */
export interface DataAges {
  find: (queryHash: string) => number | undefined
  /** @param isBehind true for a kept copy that is shown because the server had no newer answer to give */
  record: (queryHash: string, serverMs: number, isBehind?: boolean) => void
  isBehind: (queryHash: string) => boolean
  forget: (queryHash: string) => void
  subscribe: (listener: () => void) => () => void
}

/** Makes an empty record of ages. */
export function createDataAges(): DataAges {
  const ages = new Map<string, number>()
  const behind = new Set<string>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    find: (queryHash) => ages.get(queryHash),
    isBehind: (queryHash) => behind.has(queryHash),
    record(queryHash, serverMs, isBehind = false) {
      if (ages.get(queryHash) === serverMs && behind.has(queryHash) === isBehind) return
      ages.set(queryHash, serverMs)
      if (isBehind) behind.add(queryHash)
      else behind.delete(queryHash)
      tell()
    },
    forget(queryHash) {
      behind.delete(queryHash)
      if (ages.delete(queryHash)) tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The app's one record of ages; persistence fills it. */
export const dataAges = createDataAges()
