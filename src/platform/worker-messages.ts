import { useEffect } from 'react'
import { canPrefetch } from './data-saver.ts'
import { whenIdle } from './timing.ts'

/** Sends a message to the service worker once it is active. Does nothing where there can be none. */
export async function postToWorker(message: { type: string; addresses?: readonly string[] }): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none; windows do
  active?.postMessage(message)
}

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
