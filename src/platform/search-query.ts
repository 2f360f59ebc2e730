import { createStore, useSelector, type Store } from '@tanstack/react-store'
import { useEffect, useState } from 'react'

/** Pause in typing after which the query is written into the URL, in milliseconds. */
const defaultPauseMs = 400

/**
 * The query as typed. It is stored outside of the URL and of the screen's state, so that a key press re-renders only the
 * field and the results.
 */
export interface SearchQueryStore {
  /** The query as typed, blanks at its ends included. */
  text: Store<string>
  /** Sets the query at each key press. */
  type: (text: string) => void
  /** Writes the query into the URL now, before the user opens a result. */
  settle: () => void
}

/**
 * Creates the store of a query. It writes the query into the URL when the user pauses typing, and reads it from the URL
 * when that changes otherwise (back, a link).
 * @param urlQuery the query that the URL has now
 * @param writeToUrl sets the query in the URL. It gets the query trimmed
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
export function useSearchQueryValue({ text }: SearchQueryStore): string {
  return useSelector(text)
}

/** Returns whether the query is not empty. Re-renders less often than the query changes. */
export function useHasSearchQuery({ text }: SearchQueryStore): boolean {
  return useSelector(text, (query) => query.trim() !== '')
}

/** The store behind {@link useSearchQueryStore}. */
export function createSearchQueryStore(initialQuery: string, pauseMs = defaultPauseMs) {
  const text = createStore(initialQuery)
  /** The query of the URL when this store last saw it. */
  let syncedQuery = initialQuery
  /** The query that `settle` has written into the URL; undefined once the URL has it. The user may already type more. */
  let writtenQuery: string | undefined
  /** Timer of the pause in typing. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let writeToUrl: ((text: string) => void) | undefined
  const cancelTimer = () => clearTimeout(timer)
  const setText = (nextText: string) => text.setState(() => nextText)
  const settle = () => {
    cancelTimer()
    const query = text.state.trim()
    if (query === syncedQuery) return
    writtenQuery = query
    writeToUrl?.(writtenQuery)
  }
  return {
    text,
    type(nextText: string) {
      cancelTimer()
      timer = setTimeout(settle, pauseMs)
      setText(nextText)
    },
    settle,
    /** Takes over the query of the URL, unless it is this store's own write that arrives. */
    syncFromUrl(urlQuery: string) {
      if (urlQuery === syncedQuery) return
      syncedQuery = urlQuery
      if (urlQuery !== writtenQuery && urlQuery !== text.state.trim()) setText(urlQuery)
      writtenQuery = undefined
    },
    setUrlWriter(writer: (text: string) => void): void {
      writeToUrl = writer
    },
    /** Cancels a pending write into the URL when the screen unmounts. */
    cancel: cancelTimer,
  }
}
