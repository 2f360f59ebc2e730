import { useEffect } from 'react'
import { whenIdle } from './browser.ts'

/** What the Network Information API, which only Chromium has, reports about the network. */
export interface NetworkHint {
  /** True when the user has turned on the browser's data saver. */
  saveData?: boolean
  /** The measured speed: `slow-2g`, `2g`, `3g` (below 700 kbit/s) or `4g` for everything faster. */
  effectiveType?: string
}

/** Returns the browser's hint; undefined where it has none. */
export const getNetworkHint = (): NetworkHint | undefined =>
  (navigator as { connection?: NetworkHint }).connection

/** Values of `effectiveType` that count as slow. */
const slowTypes: ReadonlySet<string> = new Set(['slow-2g', '2g', '3g'])

/** Returns whether the browser saves data or its network is slow. An unknown network counts as fast. */
export const isLimitedNetwork = ({ saveData = false, effectiveType = '' }: NetworkHint = {}): boolean =>
  saveData || slowTypes.has(effectiveType)

/** Returns whether the app may fetch more than the user requested. */
export const canPrefetch = (): boolean => !isLimitedNetwork(getNetworkHint())

/**
 * Sends a message to the service worker once it is active (`sw/messages.ts`). Does nothing where there can be none.
 * @param message.addresses URLs, for `KEEP_PICTURES`
 */
export async function postToWorker(message: { type: string; addresses?: readonly string[] }): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none; windows do
  active?.postMessage(message)
}

/**
 * Lets the worker cache images that the user has not scrolled to, or that were loaded before the worker was active. After
 * one visit they work offline. Nothing is prefetched on a slow connection or with data saving.
 * @param addresses URLs of the images
 */
export function useCachedImages(addresses: readonly string[]): void {
  // A text can be compared between renders, unlike a new array. URLs contain no spaces.
  const joinedUrls = addresses.join(' ')
  useEffect(() => {
    if (joinedUrls === '' || !canPrefetch()) return undefined
    return whenIdle(() => void postToWorker({ type: 'KEEP_PICTURES', addresses: joinedUrls.split(' ') }))
  }, [joinedUrls])
}
