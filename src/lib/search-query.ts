import { useEffect, useState, useSyncExternalStore } from 'react'

/** After a pause of this length in typing the words go into the address, in milliseconds. */
const plainPauseMs = 400

/**
 * The words being typed. They live here, not in the address and not in the screen's state, so that a key redraws the
 * field and the results and nothing else.
 */
export interface SearchQueryStore {
  get: () => string
  subscribe: (onChange: () => void) => () => void
  type: (text: string) => void
  /** Puts the words into the address now: before the reader follows a result. */
  settle: () => void
}

/**
 * Words that the address follows in pauses, and that follow the address when it changes by itself (back, a shared
 * link).
 * @param inAddress the words that the address says
 * @param buildUrl the same function from one drawing to the next
 * @param pauseMs length of such a pause; shorter where results follow the address and not the keys
 */
export function useSearchQueryStore(
  inAddress: string,
  toAddress: (text: string) => void,
  pauseMs = plainPauseMs,
): SearchQueryStore {
  const [words] = useState(() => createSearchQueryStore(inAddress, pauseMs))
  // The way into the address may change while somebody types on: their pause goes on.
  useEffect(() => words.sendTo(toAddress), [words, toAddress])
  useEffect(() => words.leave, [words])
  useEffect(() => words.follow(inAddress), [words, inAddress])
  return words
}

/** The words as typed. */
export function useSearchQueryValue({ subscribe, get }: SearchQueryStore): string {
  return useSyncExternalStore(subscribe, get, get)
}

/** Whether there are any words; changes less often than they do. */
export function useHasSearchQuery({ subscribe, get }: SearchQueryStore): boolean {
  const has = () => get().trim() !== ''
  return useSyncExternalStore(subscribe, has, has)
}

/** The store behind {@link useSearchQueryStore}. */
export function createSearchQueryStore(atFirst: string, pauseMs = plainPauseMs) {
  const listeners = new Set<() => void>()
  let text = atFirst
  let agreed = atFirst
  /** On its way into the address; meanwhile the reader may type on. */
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
    /** The screen goes: what was typed last is not sent any more. */
    leave: stop,
  }
}
