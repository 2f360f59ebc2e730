/** Server time of the last response to each query in milliseconds, by query hash. */
export interface DataAges {
  find: (queryHash: string) => number | undefined
  /** @param isOutdated true for a cached copy that is shown because the server did not respond */
  record: (queryHash: string, serverMs: number, isOutdated?: boolean) => void
  isOutdated: (queryHash: string) => boolean
  forget: (queryHash: string) => void
  subscribe: (listener: () => void) => () => void
}

/** Creates an empty record of ages. */
export function createDataAges(): DataAges {
  const ages = new Map<string, number>()
  const outdatedQueries = new Set<string>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    find: (queryHash) => ages.get(queryHash),
    isOutdated: (queryHash) => outdatedQueries.has(queryHash),
    record(queryHash, serverMs, isOutdated = false) {
      if (ages.get(queryHash) === serverMs && outdatedQueries.has(queryHash) === isOutdated) return
      ages.set(queryHash, serverMs)
      if (isOutdated) outdatedQueries.add(queryHash)
      else outdatedQueries.delete(queryHash)
      notify()
    },
    forget(queryHash) {
      outdatedQueries.delete(queryHash)
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
