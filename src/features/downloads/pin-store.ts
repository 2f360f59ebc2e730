import { useSyncExternalStore } from 'react'
import { fileAddress } from '#lib/api.ts'
import { createPins, PinError } from './pins.ts'
import type { Pin, PinProblem, Pins } from './pins.ts'

/** What the screen shows of the files on this phone. */
export interface PinState {
  /** undefined until the cache was read. */
  pins: readonly Pin[] | undefined
  /** Share fetched of files being kept, 0 to 1, by number. */
  working: Readonly<Record<string, number>>
  /** The last problem by number. */
  problems: Readonly<Record<string, PinProblem>>
}

/** The files on this phone, followed by the screen. */
export interface PinStore {
  get: () => PinState
  subscribe: (listener: () => void) => () => void
  load: () => Promise<void>
  add: (pin: Pin) => Promise<void>
  remove: (no: string) => Promise<void>
}

/** Makes a store over the kept files. */
export function createPinStore(pins: Pins): PinStore {
  let state: PinState = { pins: undefined, working: {}, problems: {} }
  const listeners = new Set<() => void>()
  const change = (next: Partial<PinState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const load = async () => change({ pins: await pins.list().catch(() => []) })
  const work = (no: string, share: number) => change({ working: { ...state.working, [no]: share } })
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load,
    async add(pin) {
      const { no } = pin.file
      if (no in state.working) return
      change({ problems: without(state.problems, no) })
      work(no, 0)
      try {
        await pins.add(pin, (share) => work(no, share))
      } catch (error) {
        const problem = error instanceof PinError ? error.problem : 'full'
        change({ problems: { ...state.problems, [no]: problem } })
      } finally {
        change({ working: without(state.working, no) })
      }
      await load()
    },
    async remove(no) {
      await pins.remove(no)
      await load()
    },
  }
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}

/** The public documents on this phone. */
export const pins = createPins({
  // Missing on plain http.
  caches: globalThis.caches,
  fetch: (...args) => globalThis.fetch(...args),
  addressOf: fileAddress,
  persist: () => navigator.storage.persist(),
  digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
})

/** The app's one store of them. */
export const pinStore = createPinStore(pins)

/** Follows the files on this phone in a component. */
export const usePins = (): PinState => useSyncExternalStore(pinStore.subscribe, pinStore.get, pinStore.get)

/** False on plain http, where a page may keep no files. */
export const canPin = (): boolean => globalThis.caches !== undefined
