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
    // Neither on the device nor to be fetched: the next search asks again.
    loading = undefined
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = (): Simplify | undefined => simplify

/**
 * What lets simplified words find traditional texts and the other way round. Its table of 17 kB comes with the first
 * search; texts are found as they are written until then.
 * @param isSearching false to fetch nothing and hear of it alone
 */
export function useHanForms(isSearching = false): Simplify | undefined {
  useEffect(() => {
    if (isSearching) loading ??= load()
  }, [isSearching])
  return useSyncExternalStore(subscribe, current, current)
}
