/** Server time of the last response to each query in milliseconds, by query hash. */
export interface DataAges {
  find: (queryHash: string) => number | undefined
  /** @param isBehind true for a cached copy that is shown because the server could not respond */
  record: (queryHash: string, serverMs: number, isBehind?: boolean) => void
  isBehind: (queryHash: string) => boolean
  forget: (queryHash: string) => void
  subscribe: (listener: () => void) => () => void
}

/** Creates an empty record of ages. */
export function createDataAges(): DataAges {
  const ages = new Map<string, number>()
  const behind = new Set<string>()
  const listeners = new Set<() => void>()
  const notify = () => {
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
      notify()
    },
    forget(queryHash) {
      behind.delete(queryHash)
      if (ages.delete(queryHash)) notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The app's record of ages. Persistence fills it at the start. */
export const dataAges = createDataAges()
