import { useEffect, useState, useSyncExternalStore } from 'react'

/** Pause in typing after which the query is written into the URL, in milliseconds. */
const defaultPauseMs = 400

/**
 * The query as typed. It is stored outside of the URL and of the screen's state, so that a key press re-renders only the
 * field and the results.
 */
export interface SearchQueryStore {
  get: () => string
  subscribe: (onChange: () => void) => () => void
  type: (text: string) => void
  /** Writes the query into the URL now, before the user opens a result. */
  settle: () => void
}

/**
 * Creates the store of a query. It writes the query into the URL when the user pauses typing, and reads it from the URL
 * when that changes otherwise (back, a link).
 * @param urlQuery the query in the URL
 * @param writeToUrl should be a stable function
 * @param pauseMs length of the pause; shorter where results depend on the URL
 */
export function useSearchQueryStore(
  urlQuery: string,
  writeToUrl: (text: string) => void,
  pauseMs = defaultPauseMs,
): SearchQueryStore {
  const [store] = useState(() => createSearchQueryStore(urlQuery, pauseMs))
  // A new function replaces the old one without restarting the pause.
  useEffect(() => store.setUrlWriter(writeToUrl), [store, writeToUrl])
  useEffect(() => store.cancel, [store])
  useEffect(() => store.syncFromUrl(urlQuery), [store, urlQuery])
  return store
}

/** Returns the query as typed. */
export function useSearchQueryValue({ subscribe, get }: SearchQueryStore): string {
  return useSyncExternalStore(subscribe, get, get)
}

/** Returns whether the query is not empty. Re-renders less often than the query changes. */
export function useHasSearchQuery({ subscribe, get }: SearchQueryStore): boolean {
  const hasQuery = () => get().trim() !== ''
  return useSyncExternalStore(subscribe, hasQuery, hasQuery)
}

/** The store behind {@link useSearchQueryStore}. */
export function createSearchQueryStore(initialQuery: string, pauseMs = defaultPauseMs) {
  const listeners = new Set<() => void>()
  let text = initialQuery
  let syncedQuery = initialQuery
  /** The query that was last written into the URL, while the user may already type more. */
  let writtenQuery: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let writeToUrl: ((text: string) => void) | undefined
  const cancelTimer = () => clearTimeout(timer)
  const setText = (nextText: string) => {
    text = nextText
    for (const listener of listeners) listener()
  }
  const settle = () => {
    cancelTimer()
    if (text.trim() === syncedQuery) return
    writtenQuery = text.trim()
    writeToUrl?.(writtenQuery)
  }
  return {
    get: () => text,
    subscribe(onChange: () => void) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    type(nextText: string) {
      cancelTimer()
      timer = setTimeout(settle, pauseMs)
      setText(nextText)
    },
    settle,
    syncFromUrl(urlQuery: string) {
      if (urlQuery === syncedQuery) return
      syncedQuery = urlQuery
      if (urlQuery !== writtenQuery && urlQuery !== text.trim()) setText(urlQuery)
      writtenQuery = undefined
    },
    setUrlWriter(writer: (text: string) => void): void {
      writeToUrl = writer
    },
    /** Cancels a pending write into the URL when the screen unmounts. */
    cancel: cancelTimer,
  }
}
