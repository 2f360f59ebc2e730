import { useSyncExternalStore } from 'react'
import type { FileValue } from '#contract/row.ts'
import { getFileUrl, api } from '#platform/api.ts'
import { connectivity } from '#platform/connectivity.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { isPrerendering } from '#platform/browser.ts'
import { createTemporaryBlobUrl, downloadBlob } from '#platform/files.ts'
import { createPins, type Pin, type Pins, PinError, type PinErrorReason } from './pins.ts'

const pins = createPins({
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

const loadPins = () => void pinStore.load()

const resumeTransfers = () => {
  if (!connectivity.isOffline()) pinStore.resume()
}

/** Loads the pins, reloads them when another tab changes them, and resumes transfers. @returns a cleanup function */
function followPins(): () => void {
  loadPins()
  getChannel()?.addEventListener('message', loadPins)
  const stop = connectivity.subscribe(resumeTransfers)
  const timer = setInterval(resumeTransfers, resumeEveryMs)
  return () => {
    getChannel()?.removeEventListener('message', loadPins)
    stop()
    clearInterval(timer)
  }
}

let subscriberCount = 0
/** The cleanup function of {@link followPins}; unset before the first subscriber. */
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
export const canPin = (): boolean => isPrerendering() || globalThis.caches !== undefined

/** State of the pinned files as the screen shows it. */
interface PinState {
  /** undefined until the cache was read. */
  pins: readonly Pin[] | undefined
  /** Fetched fraction of the files being pinned, 0 to 1, by file number. */
  progress: Readonly<Record<string, number>>
  /** Reason of the last failure by file number. */
  errors: Readonly<Record<string, PinErrorReason>>
}

/** Store of the pinned files that components subscribe to. */
interface PinStore {
  get: () => PinState
  subscribe: (listener: () => void) => () => void
  /** Reads the pins from the cache. */
  load: () => Promise<void>
  /** Pins a file. A failure shows in `errors` and does not reject; a file that is being pinned is not pinned twice. */
  add: (pin: Pin) => Promise<void>
  /** Removes the pin of a file by its number. */
  remove: (no: string) => Promise<void>
  /** Resumes every transfer that broke off. */
  resume: () => void
}

/** Creates the store. @param notifyTabs called when this tab has changed the pinned files */
function createPinStore(pins: Pins, notifyTabs: () => void): PinStore {
  let state: PinState = { pins: undefined, progress: {}, errors: {} }
  /** Pins whose transfer broke off, by file number. */
  const interruptedPins = new Map<string, Pin>()
  const listeners = new Set<() => void>()
  const change = (next: Partial<PinState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  // A cache that cannot be read shows no pins: documents stay usable from the network.
  const load = async () => change({ pins: await pins.list().catch(() => []) })
  const setProgress = (no: string, fraction: number) =>
    change({ progress: { ...state.progress, [no]: fraction } })
  /** Makes other tabs and this one read the cache again. */
  const announceChange = async () => {
    notifyTabs()
    await load()
  }

  async function add(pin: Pin): Promise<void> {
    const { no } = pin.file
    if (no in state.progress) return
    interruptedPins.delete(no)
    change({ errors: without(state.errors, no) })
    setProgress(no, 0)
    try {
      await trackWork(pins.add(pin, (fraction) => setProgress(no, fraction)))
    } catch (error) {
      // Every other error comes from the browser's storage.
      const reason = error instanceof PinError ? error.reason : 'full'
      if (reason === 'network') interruptedPins.set(no, pin)
      change({ errors: { ...state.errors, [no]: reason } })
    } finally {
      change({ progress: without(state.progress, no) })
    }
    await announceChange()
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load,
    add,
    async remove(no) {
      await pins.remove(no)
      await announceChange()
    },
    resume: () => {
      for (const pin of interruptedPins.values()) void add(pin)
    },
  }
}

/** Returns the record without one key. */
function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}

/** Saves a file under its name, from the pinned copy or else from the network. @throws ApiError, NetworkError */
export async function saveFile({ no, name }: FileValue): Promise<void> {
  const pinned = await pins.find(no).catch(() => undefined)
  const file = pinned
    ? { blob: await pinned.blob(), name }
    : await api.downloadFile(no, { limitMs: saveLimitMs })
  downloadBlob(file.blob, file.name ?? name)
}

/** Time limit for a presentation of 100 MB over a hotel's network, in milliseconds. */
const saveLimitMs = 15 * 60_000

/**
 * Opens a pinned file in a new tab, also offline.
 * Uses the file's own URL once the service worker controls the page: then the tab has the file's name, and users can
 * seek in videos. Before that it opens a blob URL.
 */
export async function openPinnedFile({ no }: FileValue): Promise<void> {
  if (navigator.serviceWorker?.controller) {
    open(getFileUrl(no), '_blank', 'noopener')
    return
  }
  // Opened before the first await: a window opened later counts as a pop-up.
  const tab = open('', '_blank')
  const pinned = await pins.find(no)
  if (pinned && tab) tab.location.href = createTemporaryBlobUrl(await pinned.blob())
  else tab?.close()
}
