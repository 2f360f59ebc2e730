import { useEffect } from 'react'
import { canPrefetch } from './can-prefetch.ts'
import { postToWorker } from './post-to-worker.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Lets the worker keep pictures that stand further down than anybody has looked, or came before the worker did: after one
 * visit they are there without network. Nothing is fetched ahead on a slow connection, or for who saves data.
 */
export function useCachedImages(addresses: readonly string[]): void {
  const all = addresses.join(' ')
  useEffect(() => {
    if (all === '' || !canPrefetch()) return undefined
    return whenIdle(() => void postToWorker({ type: 'KEEP_PICTURES', addresses: all.split(' ') }))
  }, [all])
}
