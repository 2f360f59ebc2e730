import { useEffect } from 'react'
import { canPrefetch, postToWorker } from '#platform/prefetch.ts'

/** Delay after the console has opened, in milliseconds, so that its first screen loads before further chunks. */
const delayMs = 6000

/**
 * Makes the service worker precache all chunks of the console, so that a form that was never opened works without
 * network. Nothing is loaded on a slow connection or in data-saving mode.
 */
export function usePrecacheConsole(): void {
  useEffect(() => {
    if (!canPrefetch()) return undefined
    const timer = setTimeout(() => void postToWorker({ type: 'KEEP_CONSOLE' }), delayMs)
    return () => clearTimeout(timer)
  }, [])
}
