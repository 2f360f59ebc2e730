import { demonstrationEntry, pageTimeEntry } from '#contract/server-timing.ts'

/**
 * The server's time, from the Date headers of its responses. The device's clock may be hours off, so every age on screen
 * is computed with this clock.
 */
export interface ServerClock {
  /**
   * Sets the clock from the date of a response. A missing or invalid one changes nothing.
   * @param atMs time of the response by the monotonic clock; defaults to now
   */
  observe: (date: string | null | undefined, atMs?: number) => void
  /** Returns the server's time; undefined before the first response of this run. */
  nowMs: () => number | undefined
}

/** @param monotonicMs a clock that never jumps, in milliseconds (`performance.now` in the app) */
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

/** The browser's timing of the navigation. */
export interface PageTiming {
  /** 0 when the page came from a cache. */
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

/** Returns whether the page's clock was set for a demonstration. */
export function isDemoClockPage(page: PageTiming | undefined): boolean {
  return page?.serverTiming?.some(({ name }) => name === demonstrationEntry) ?? false
}

/** The app's server clock. */
export const serverClock = createServerClock(() => performance.now())
