import { useEffect, useState, useSyncExternalStore } from 'react'

/** Pause in typing after which the query is written into the URL, in milliseconds. */
const plainPauseMs = 400

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
 * Creates the store of a query. It writes the query into the URL in pauses, and takes it from the URL when that changes
 * by itself (back, a shared link).
 * @param inAddress the query in the URL
 * @param buildUrl must be a stable function
 * @param pauseMs length of the pause; shorter where results depend on the URL
 */
export function useSearchQueryStore(
  inAddress: string,
  toAddress: (text: string) => void,
  pauseMs = plainPauseMs,
): SearchQueryStore {
  const [words] = useState(() => createSearchQueryStore(inAddress, pauseMs))
  // The function may change while the user types: the pause continues.
  useEffect(() => words.sendTo(toAddress), [words, toAddress])
  useEffect(() => words.leave, [words])
  useEffect(() => words.follow(inAddress), [words, inAddress])
  return words
}

/** Returns the query as typed. */
export function useSearchQueryValue({ subscribe, get }: SearchQueryStore): string {
  return useSyncExternalStore(subscribe, get, get)
}

/** Returns whether the query is not empty. Re-renders less often than the query changes. */
export function useHasSearchQuery({ subscribe, get }: SearchQueryStore): boolean {
  const has = () => get().trim() !== ''
  return useSyncExternalStore(subscribe, has, has)
}

/** The store behind {@link useSearchQueryStore}. */
export function createSearchQueryStore(atFirst: string, pauseMs = plainPauseMs) {
  const listeners = new Set<() => void>()
  let text = atFirst
  let agreed = atFirst
  /** The query that is being written into the URL, while the user may type on. */
  let sent: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let toAddress: ((text: string) => void) | undefined
  const stop = () => clearTimeout(timer)
  const set = (next: string) => {
    text = next
    for (const listener of listeners) listener()
  }
  const settle = () => {
    stop()
    if (text.trim() === agreed) return
    sent = text.trim()
    toAddress?.(sent)
  }
  return {
    get: () => text,
    subscribe(onChange: () => void) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    type(next: string) {
      stop()
      timer = setTimeout(settle, pauseMs)
      set(next)
    },
    settle,
    follow(inAddress: string) {
      if (inAddress === agreed) return
      agreed = inAddress
      if (inAddress !== sent && inAddress !== text.trim()) set(inAddress)
      sent = undefined
    },
    sendTo(address: (text: string) => void): void {
      toAddress = address
    },
    /** Stops, when the screen unmounts: the last input is no longer written. */
    leave: stop,
  }
}
