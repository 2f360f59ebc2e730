import { useEffect } from 'react'
import { canPrefetch } from './can-prefetch.ts'
import { postToWorker } from './post-to-worker.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Lets the worker cache images that the user has not scrolled to, or that were loaded before the worker was active. After
 * one visit they work offline. Nothing is prefetched on a slow connection or with data saving.
 */
export function useCachedImages(addresses: readonly string[]): void {
  const all = addresses.join(' ')
  useEffect(() => {
    if (all === '' || !canPrefetch()) return undefined
    return whenIdle(() => void postToWorker({ type: 'KEEP_PICTURES', addresses: all.split(' ') }))
  }, [all])
}
