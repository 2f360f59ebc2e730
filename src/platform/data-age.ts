import { createStore } from '@tanstack/react-store'

/** The age of a query's data. */
interface DataAge {
  /** The server's time of the response, in milliseconds. */
  serverMs: number
  /** True for a cached copy that is shown because the server did not respond. */
  isOutdated: boolean
}

/** Creates an empty record of ages by query hash, as TanStack Query's `hashKey` returns it. */
export function createDataAges() {
  const store = createStore<ReadonlyMap<string, DataAge>>(new Map())
  const find = (queryHash: string) => store.state.get(queryHash)
  return {
    /** Returns the server's time of the last response in milliseconds; undefined when it is unknown. */
    find: (queryHash: string): number | undefined => find(queryHash)?.serverMs,
    /** Returns whether the screen must say that the query's data is an old copy; false for an unknown query. */
    isOutdated: (queryHash: string): boolean => find(queryHash)?.isOutdated ?? false,
    /** Sets the age of a query's data. Notifies nobody when it is the same as before. */
    record(queryHash: string, serverMs: number, isOutdated = false): void {
      const previous = find(queryHash)
      if (previous?.serverMs === serverMs && previous.isOutdated === isOutdated) return
      store.setState((ages) => new Map(ages).set(queryHash, { serverMs, isOutdated }))
    },
    /** Removes the age of a query that left the cache. */
    forget(queryHash: string): void {
      if (find(queryHash)) store.setState((ages) => new Map([...ages].filter(([hash]) => hash !== queryHash)))
    },
    /** Calls back after each change. Returns the function that ends it. */
    subscribe: (listener: () => void): (() => void) => store.subscribe(listener).unsubscribe,
  }
}

export type DataAges = ReturnType<typeof createDataAges>

/** The app's record of ages. Persistence fills it at the start, and each response updates it. */
export const dataAges = createDataAges()
