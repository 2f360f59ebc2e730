import { createStore, useSelector, type Store } from '@tanstack/react-store'
import { useSyncExternalStore } from 'react'
import { demonstrationEntry, pageTimeEntry } from '#contract/time.ts'
import { safeLocalStorage, type SafeStorage } from './safe-storage.ts'

/**
 * The server's time, from the Date headers of its responses. The device's clock may be hours off, so every age on screen
 * is computed with this clock.
 */
interface ServerClock {
  /**
   * Sets the clock from the date of a response. A missing or invalid one changes nothing.
   * @param date any text that `Date.parse` reads
   * @param atMs time of the response by the monotonic clock; defaults to now
   */
  observe: (date: string | null | undefined, atMs?: number) => void
  /** Returns the server's time; undefined before the first response of this run. */
  nowMs: () => number | undefined
}

/**
 * Creates a clock without time.
 * @param monotonicMs a clock that never jumps, in milliseconds (`performance.now` in the app)
 */
export function createServerClock(monotonicMs: () => number): ServerClock {
  let lastObservation: { serverMs: number; atMs: number } | undefined
  return {
    observe(date, atMs = monotonicMs()) {
      const serverMs = date ? Date.parse(date) : Number.NaN
      if (Number.isFinite(serverMs)) lastObservation = { serverMs, atMs }
    },
    nowMs: () =>
      lastObservation
        ? Math.round(lastObservation.serverMs + monotonicMs() - lastObservation.atMs)
        : undefined,
  }
}

/** The browser's timing of the page's own request: a part of PerformanceNavigationTiming. */
interface PageTiming {
  /** Bytes over the network; 0 when the page came from a cache. */
  transferSize: number
  /** Start of the response, by the monotonic clock. */
  responseStart: number
  serverTiming?: readonly { name: string; description: string }[]
}

/** Sets the clock from the page's own response, the only one before the first request. */
export function syncClockFromPage(clock: ServerClock, page: PageTiming | undefined): void {
  // A page from a cache, for example after going back, contains an old time.
  if (!page?.transferSize) return
  // Older browsers have no server timing.
  const timingEntry = page.serverTiming?.find(({ name }) => name === pageTimeEntry)
  clock.observe(timingEntry?.description, page.responseStart)
}

/** Returns whether the page came from a server whose clock was set for a demonstration. */
export function isDemoClockPage(page: PageTiming | undefined): boolean {
  return page?.serverTiming?.some(({ name }) => name === demonstrationEntry) ?? false
}

/** The app's server clock. */
export const serverClock = createServerClock(() => performance.now())

const minuteMs = 60_000

/** Returns the current time in milliseconds, updated each minute: the server's where it is known, else the device's. */
export function useMinute(): number {
  return useSyncExternalStore(
    (listener) => {
      const timer = setInterval(listener, minuteMs)
      return () => clearInterval(timer)
    },
    minuteOfNow,
    minuteOfNow,
  )
}

/** Returns the start of the current minute, so that components re-render only when the minute changes. */
function minuteOfNow(): number {
  return Math.floor((serverClock.nowMs() ?? Date.now()) / minuteMs) * minuteMs
}

/** Key in localStorage of the demo clock's time minus the device's, in milliseconds. */
const demoOffsetKey = 'demonstration'

/** Whether the server's clock was set to another time for a demonstration. Then every screen shows a banner. */
interface DemoClock {
  /**
   * Sets the state at the start of the app. A start without a response of the server restores the stored state.
   * @param isDemonstration of {@link isDemoClockPage}
   */
  start: (isDemonstration: boolean) => void
  /** Reads the response header `X-Forum-Now`, which only a server with a demo clock sends. */
  observe: (forumNow: string | null) => void
  isOn: () => boolean
  /** The store behind `isOn`, for components. */
  on: Store<boolean>
  subscribe: (listener: () => void) => () => void
}

/** Dependencies of a demo clock, with the app's own as defaults. */
interface DemoClockDeps {
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
  const on = createStore(false)
  /** Turns the demo clock on or off. Off forgets the stored offset. */
  const setOn = (isOn: boolean) => {
    if (!isOn) store.remove(demoOffsetKey)
    on.setState(() => isOn)
  }
  /** Stores the offset while the demo clock is on. */
  const storeOffset = () => {
    const nowMs = clock.nowMs()
    if (on.state && nowMs !== undefined) store.write(demoOffsetKey, String(nowMs - deviceNowMs()))
  }
  return {
    start(isDemonstration) {
      const storedOffsetMs = Number(store.read(demoOffsetKey) ?? Number.NaN)
      // The page came from a cache, so no response has said yet whether the demonstration still goes on.
      const isResumed = clock.nowMs() === undefined && Number.isFinite(storedOffsetMs)
      if (isResumed) clock.observe(new Date(deviceNowMs() + storedOffsetMs).toUTCString())
      setOn(isDemonstration || isResumed)
      storeOffset()
    },
    observe(forumNow) {
      setOn(forumNow !== null)
      storeOffset()
    },
    on,
    isOn: () => on.state,
    subscribe: (listener) => on.subscribe(listener).unsubscribe,
  }
}

/** The app's demo clock. */
export const demoClock = createDemoClock()

/** Returns whether the server's clock was set for a demonstration. */
export function useIsDemoClock(): boolean {
  return useSelector(demoClock.on)
}
