/**
 * The server's time, from the Date headers of its answers. The device's clock may be hours wrong, so every age that a
 * person sees comes from here (offline.md 1).
 */
export interface ServerClock {
  /** Takes the Date header of an answer. A missing or broken one changes nothing. */
  observe: (dateHeader: string | null) => void
  /** The server's time now, as far as an answer of this run tells; undefined before the first. */
  nowMs: () => number | undefined
}

/** @param monotonicMs a clock that never jumps, in milliseconds (`performance.now` in the app) */
export function createServerClock(monotonicMs: () => number): ServerClock {
  let seen: { serverMs: number; atMs: number } | undefined
  return {
    observe(dateHeader) {
      const serverMs = dateHeader ? Date.parse(dateHeader) : Number.NaN
      if (Number.isFinite(serverMs)) seen = { serverMs, atMs: monotonicMs() }
    },
    nowMs: () => (seen ? Math.round(seen.serverMs + monotonicMs() - seen.atMs) : undefined),
  }
}

/** The app's one server clock. */
export const serverClock = createServerClock(() => performance.now())
