/** When the server last answered each query, in the server's time (milliseconds), by query hash. */
export interface DataAges {
  find: (queryHash: string) => number | undefined
  record: (queryHash: string, serverMs: number) => void
  forget: (queryHash: string) => void
  subscribe: (listener: () => void) => () => void
}

/** Makes an empty record of ages. */
export function createDataAges(): DataAges {
  const ages = new Map<string, number>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    find: (queryHash) => ages.get(queryHash),
    record(queryHash, serverMs) {
      if (ages.get(queryHash) === serverMs) return
      ages.set(queryHash, serverMs)
      tell()
    },
    forget(queryHash) {
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
