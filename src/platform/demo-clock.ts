import { useSyncExternalStore } from 'react'
import { safeLocalStorage, type SafeStorage } from './safe-storage.ts'
import { serverClock, type ServerClock } from './server-clock.ts'

const storageKey = 'demonstration'

/** Whether the server's clock was set to another time for a demonstration. Then every screen shows a banner. */
export interface DemoClock {
  /** Sets the state at the start of the app. A start without a response of the server restores the stored state. */
  start: (isDemonstration: boolean) => void
  /** Reads the response header `X-Forum-Now`, which only a server with a demo clock sends. */
  observe: (forumNow: string | null) => void
  isOn: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** Dependencies of a demo clock, with the app's own as defaults. */
export interface DemoClockDeps {
  store?: SafeStorage
  clock?: ServerClock
  /** The device's clock, in milliseconds. */
  deviceNowMs?: () => number
}

/**
 * Creates a demo clock, which is off until a response turns it on. Stores the offset of the server's clock, because a
 * start with fresh data or without network sends no request.
 */
export function createDemoClock(deps: DemoClockDeps = {}): DemoClock {
  const { store = safeLocalStorage, clock = serverClock, deviceNowMs = Date.now } = deps
  let isOn = false
  const listeners = new Set<() => void>()
  const set = (nextIsOn: boolean) => {
    if (!nextIsOn) store.remove(storageKey)
    if (isOn === nextIsOn) return
    isOn = nextIsOn
    for (const listener of listeners) listener()
  }
  const storeOffset = () => {
    const nowMs = clock.nowMs()
    if (isOn && nowMs !== undefined) store.write(storageKey, String(nowMs - deviceNowMs()))
  }
  return {
    start(isDemonstration) {
      const storedOffsetMs = Number(store.read(storageKey) ?? Number.NaN)
      const isResumed = clock.nowMs() === undefined && Number.isFinite(storedOffsetMs)
      if (isResumed) clock.observe(new Date(deviceNowMs() + storedOffsetMs).toUTCString())
      set(isDemonstration || isResumed)
      storeOffset()
    },
    observe(forumNow) {
      set(forumNow !== null)
      storeOffset()
    },
    isOn: () => isOn,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The app's demo clock. */
export const demoClock = createDemoClock()

export function useIsDemoClock(): boolean {
  return useSyncExternalStore(demoClock.subscribe, demoClock.isOn, () => false)
}
