import { useSyncExternalStore } from 'react'
import { getFileUrl } from '#platform/api.ts'
import { connectivity } from '#platform/connectivity.ts'
import { createPinStore, type PinState } from './pin-store.ts'
import { createPins } from './pins.ts'

/** Pins of the public documents. */
export const pins = createPins({
  // Undefined on plain http.
  caches: globalThis.caches,
  fetch: (...args) => globalThis.fetch(...args),
  getUrl: getFileUrl,
  persist: () => navigator.storage.persist(),
  digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
})

let channel: BroadcastChannel | undefined
const getChannel = () =>
  (channel ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel('pins') : undefined)

/** The app's only store of pins. */
export const pinStore = createPinStore(pins, () => getChannel()?.postMessage({ changed: true }))

/** Interval between attempts to resume broken-off transfers, in milliseconds. */
const resumeEveryMs = 5_000

const load = () => void pinStore.load()

const resume = () => {
  if (!connectivity.isOffline()) pinStore.resume()
}

/** Loads the pins, reloads them when another tab changes them, and resumes transfers. @returns a cleanup function */
function followPins(): () => void {
  load()
  getChannel()?.addEventListener('message', load)
  const stop = connectivity.subscribe(resume)
  const timer = setInterval(resume, resumeEveryMs)
  return () => {
    getChannel()?.removeEventListener('message', load)
    stop()
    clearInterval(timer)
  }
}

let subscriberCount = 0
let stopFollowing: () => void

/** Subscribes to the store, which watches tabs and network only while it has subscribers. */
function subscribe(listener: () => void): () => void {
  subscriberCount += 1
  if (subscriberCount === 1) stopFollowing = followPins()
  const unsubscribe = pinStore.subscribe(listener)
  return () => {
    unsubscribe()
    subscriberCount -= 1
    if (subscriberCount === 0) stopFollowing()
  }
}

/**
 * Subscribes to a part of the pin state, so that a change of one pin does not render all cards again.
 * @param select must return the same value as long as its part did not change
 */
export function usePins<Part>(select: (state: PinState) => Part): Part {
  const get = () => select(pinStore.get())
  return useSyncExternalStore(subscribe, get, get)
}

/** False on plain http, where a page cannot use the Cache API. */
export const canPin = (): boolean => globalThis.caches !== undefined
