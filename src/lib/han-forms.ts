import { useEffect, useSyncExternalStore } from 'react'
import type { Simplify } from '#contract/fold-text.ts'

let simplify: Simplify | undefined
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

async function load(): Promise<void> {
  try {
    ;({ simplifyHan: simplify } = await import('./simplify-han.ts'))
    for (const listener of listeners) listener()
  } catch {
    // The table could not be loaded: the next search tries again.
    loading = undefined
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = (): Simplify | undefined => simplify

/**
 * Returns the function by which simplified queries match traditional texts and the other way round. Its table of 17 kB is
 * loaded with the first search; until then texts match as they are written.
 * @param isSearching false to load nothing, and only use a table that is loaded already
 */
export function useHanForms(isSearching = false): Simplify | undefined {
  useEffect(() => {
    if (isSearching) loading ??= load()
  }, [isSearching])
  return useSyncExternalStore(subscribe, current, current)
}
