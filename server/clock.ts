/** Source of the server's time; tests pass their own. */
export interface Clock {
  now(): Date
}

/**
 * Creates the system's clock, or one that starts at `startAt` now (FORUM_NOW).
 * @param systemMs the system's clock, in milliseconds
 */
export function createClock(startAt?: Date, systemMs: () => number = Date.now): Clock {
  const aheadMs = startAt ? startAt.getTime() - systemMs() : 0
  return { now: () => new Date(systemMs() + aheadMs) }
}

/** Creates a clock that shows the later time of two clocks. */
export function createLaterClock(one: Clock, other: Clock): Clock {
  return { now: () => new Date(Math.max(one.now().getTime(), other.now().getTime())) }
}
