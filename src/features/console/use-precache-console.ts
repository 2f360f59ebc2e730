import { useEffect } from 'react'
import { canPrefetch } from '#lib/can-prefetch.ts'
import { postToWorker } from '#lib/post-to-worker.ts'

/** So long the console has stood before more is fetched than was asked for, in milliseconds. */
const standsMs = 6000

/**
 * Lets the worker keep all parts of the console, so that a form that was never opened is there in a hall without network.
 * Nothing is fetched ahead on a slow connection, or for who saves data.
 */
export function usePrecacheConsole(): void {
  useEffect(() => {
    if (!canPrefetch()) return undefined
    const timer = setTimeout(() => void postToWorker({ type: 'KEEP_CONSOLE' }), standsMs)
    return () => clearTimeout(timer)
  }, [])
}
