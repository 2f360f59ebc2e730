/** Where the server's time comes from; tests pass their own. */
export interface Clock {
  now(): Date
}

/**
 * The system's clock, or one that shows `startAt` now and runs on from there (FORUM_NOW).
 * @param systemMs the system's clock, in milliseconds
 */
export function createClock(startAt?: Date, systemMs: () => number = Date.now): Clock {
  const aheadMs = startAt ? startAt.getTime() - systemMs() : 0
  return { now: () => new Date(systemMs() + aheadMs) }
}

/** Shows whichever of two times is later. */
export function laterOf(one: Clock, other: Clock): Clock {
  return { now: () => new Date(Math.max(one.now().getTime(), other.now().getTime())) }
}
