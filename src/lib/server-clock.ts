import { demonstrationEntry, pageTimeEntry } from '#contract/server-timing.ts'

/**
 * The server's time, from the Date headers of its answers. The device's clock may be hours wrong, so every age that a
 * person sees comes from here (offline.md 1).
 */
export interface ServerClock {
  /**
   * Takes the server's date of an answer. A missing or broken one changes nothing.
   * @param atMs when the answer came, by the monotonic clock; now when absent
   */
  observe: (date: string | null | undefined, atMs?: number) => void
  /** The server's time now, as far as an answer of this run tells; undefined before the first. */
  nowMs: () => number | undefined
}

/** @param monotonicMs a clock that never jumps, in milliseconds (`performance.now` in the app) */
export function createServerClock(monotonicMs: () => number): ServerClock {
  let seen: { serverMs: number; atMs: number } | undefined
  return {
    observe(date, atMs = monotonicMs()) {
      const serverMs = date ? Date.parse(date) : Number.NaN
      if (Number.isFinite(serverMs)) seen = { serverMs, atMs }
    },
    nowMs: () => (seen ? Math.round(seen.serverMs + monotonicMs() - seen.atMs) : undefined),
  }
}

/** What a browser tells of how the page came. */
export interface PageTiming {
  /** 0 when nothing came over the network. */
  transferSize: number
  /** When the answer began, by the monotonic clock. */
  responseStart: number
  serverTiming?: readonly { name: string; description: string }[]
}

/** Takes the time that came with a page and its data: until a call is made it is the only one. */
export function syncClockFromPage(clock: ServerClock, page: PageTiming | undefined): void {
  // A page out of a cache, after going back for instance, tells the time of days ago.
  if (!page?.transferSize) return
  // Older browsers know no server timing.
  const entry = page.serverTiming?.find(({ name }) => name === pageTimeEntry)
  clock.observe(entry?.description, page.responseStart)
}

/** Whether a page says that its time was set for a demonstration. */
export function isDemoClockPage(page: PageTiming | undefined): boolean {
  return page?.serverTiming?.some(({ name }) => name === demonstrationEntry) ?? false
}

/** The app's one server clock. */
export const serverClock = createServerClock(() => performance.now())
