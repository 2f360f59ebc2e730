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

const getSimplify = (): Simplify | undefined => simplify

/**
 * Returns the function that converts traditional Han characters to simplified ones, so that queries match texts in either
 * form. Its table of 17 kB loads with the first search; undefined until then.
 * @param isSearching false to use only a table that is already loaded
 */
export function useHanForms(isSearching = false): Simplify | undefined {
  useEffect(() => {
    if (isSearching) loading ??= load()
  }, [isSearching])
  return useSyncExternalStore(subscribe, getSimplify, getSimplify)
}
