import { useSyncExternalStore } from 'react'
import { getFileUrl } from '#lib/api.ts'
import { connectivity } from '#lib/connectivity.ts'
import { createPinStore, type PinState } from './pin-store.ts'
import { createPins } from './pins.ts'

/** The public documents on this phone. */
export const pins = createPins({
  // Missing on plain http.
  caches: globalThis.caches,
  fetch: (...args) => globalThis.fetch(...args),
  addressOf: getFileUrl,
  persist: () => navigator.storage.persist(),
  digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
})

let opened: BroadcastChannel | undefined
const tabs = () => (opened ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel('pins') : undefined)

/** The app's one store of them. */
export const pinStore = createPinStore(pins, () => tabs()?.postMessage({ changed: true }))

/** Between two tries to go on with files whose transfer broke off, in milliseconds. */
const resumeEveryMs = 5_000

const load = () => void pinStore.load()

const resume = () => {
  if (!connectivity.isOffline()) pinStore.resume()
}

/** Reads what is kept, and follows other tabs and the network. @returns what ends it */
function followPins(): () => void {
  load()
  tabs()?.addEventListener('message', load)
  const stop = connectivity.subscribe(resume)
  const timer = setInterval(resume, resumeEveryMs)
  return () => {
    tabs()?.removeEventListener('message', load)
    stop()
    clearInterval(timer)
  }
}

let users = 0
let stopFollowing: () => void

/** The store follows the world for as long as somebody looks at it. */
function subscribe(listener: () => void): () => void {
  users += 1
  if (users === 1) stopFollowing = followPins()
  const unsubscribe = pinStore.subscribe(listener)
  return () => {
    unsubscribe()
    users -= 1
    if (users === 0) stopFollowing()
  }
}

/**
 * Follows a part of what is known of the files on this phone: a list of cards is not drawn anew for one of them.
 * @param select gives the same value as long as that part did not change
 */
export function usePins<Part>(select: (state: PinState) => Part): Part {
  const get = () => select(pinStore.get())
  return useSyncExternalStore(subscribe, get, get)
}

/** False on plain http, where a page may keep no files. */
export const canPin = (): boolean => globalThis.caches !== undefined
