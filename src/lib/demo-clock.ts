import { useSyncExternalStore } from 'react'
import { safeLocalStorage, type SafeStorage } from './safe-storage.ts'
import { serverClock, type ServerClock } from './server-clock.ts'

const storageKey = 'demonstration'

/** Whether the forum's clock on the server was set for a demonstration. Then every screen says so. */
export interface DemoClock {
  /** Starts a run from what the page says. Without data in the page it continues the last run. */
  start: (isDemonstration: boolean) => void
  /** Reads the header that only a server with such a clock sends. */
  observe: (forumNow: string | null) => void
  isOn: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** Dependencies of a demo clock, with the app's own as defaults. */
export interface DemoClockDeps {
  store?: SafeStorage
  clock?: ServerClock
  /** The device's clock, in milliseconds. */
  deviceMs?: () => number
}

/**
 * Off until a response says otherwise. The offset of the forum's clock is stored, since a start with fresh data or without
 * network makes no request.
 */
export function createDemoClock(deps: DemoClockDeps = {}): DemoClock {
  const { store = safeLocalStorage, clock = serverClock, deviceMs = Date.now } = deps
  let isOn = false
  const listeners = new Set<() => void>()
  const set = (now: boolean) => {
    if (!now) store.remove(storageKey)
    if (isOn === now) return
    isOn = now
    for (const listener of listeners) listener()
  }
  const keepDistance = () => {
    const nowMs = clock.nowMs()
    if (isOn && nowMs !== undefined) store.write(storageKey, String(nowMs - deviceMs()))
  }
  return {
    start(isDemonstration) {
      const storedOffsetMs = Number(store.read(storageKey) ?? Number.NaN)
      const isResumed = clock.nowMs() === undefined && Number.isFinite(storedOffsetMs)
      if (isResumed) clock.observe(new Date(deviceMs() + storedOffsetMs).toUTCString())
      set(isDemonstration || isResumed)
      keepDistance()
    },
    observe(forumNow) {
      set(forumNow !== null)
      keepDistance()
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
