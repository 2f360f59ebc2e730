import { useSyncExternalStore } from 'react'
import { safeLocalStorage, type SafeStorage } from './safe-storage.ts'
import { serverClock, type ServerClock } from './server-clock.ts'

const storageKey = 'demonstration'

/** Whether the server shows a forum's clock that was set for a demonstration: then every screen says so. */
export interface DemoClock {
  /** Takes what the page says that this run begins with; a page that says nothing goes on as the last run ended. */
  start: (isDemonstration: boolean) => void
  /** Takes the header of an answer that only such a server sends. */
  observe: (forumNow: string | null) => void
  isOn: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** What a demonstration needs from around it; the app's own parts when absent. */
export interface DemoClockDeps {
  store?: SafeStorage
  clock?: ServerClock
  /** The device's clock, in milliseconds. */
  deviceMs?: () => number
}

/**
 * Off until an answer says otherwise. How far the forum's clock is from the device's is kept: a start from the worker
 * with data that is still fresh makes no call, and without network there is none to make.
 */
export function createDemoClock(parts: DemoClockDeps = {}): DemoClock {
  const { store = safeLocalStorage, clock = serverClock, deviceMs = Date.now } = parts
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
      const kept = Number(store.read(storageKey) ?? Number.NaN)
      const goesOn = clock.nowMs() === undefined && Number.isFinite(kept)
      if (goesOn) clock.observe(new Date(deviceMs() + kept).toUTCString())
      set(isDemonstration || goesOn)
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

/** What the app's own server does. */
export const demoClock = createDemoClock()

export function useIsDemoClock(): boolean {
  return useSyncExternalStore(demoClock.subscribe, demoClock.isOn, () => false)
}
