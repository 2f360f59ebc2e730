const minuteMs = 60_000

/** Duration of a lease, in milliseconds. */
export const leaseMs = 30_000
/** Shortest and longest delay that a `Retry-After` of the server can set, in milliseconds. */
const minRetryMs = 1000
export const maxRetryMs = 10 * minuteMs
/** Unit of the steps between attempts, and the longest step, in milliseconds. */
const firstStepMs = 1000
const maxStepMs = 5 * minuteMs
/** Longest random delay after the network returns in milliseconds, because all phones of a hall reconnect at once. */
export const maxReconnectJitterMs = 5000
/** Age at which an unsent entry expires, and the user is asked before it is sent, in milliseconds. */
export const expiresAfterMs = 14 * 24 * 60 * minuteMs
/** How long the receipt of a sent entry stays, in milliseconds. */
export const receiptTtlMs = 7 * 24 * 60 * minuteMs
/** When an unsent entry counts as late: by age in milliseconds, or by number of attempts. */
export const overdueAfterMs = 10 * minuteMs
export const overdueAfterAttempts = 3

/**
 * Returns the delay before the next attempt in milliseconds: `Retry-After` within limits, or a random part of a step that
 * doubles ("full jitter").
 * @param tries number of attempts so far
 * @param random returns a number from 0 to 1
 */
export function getRetryDelayMs(
  tries: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number {
  if (retryAfterMs !== undefined) return Math.min(maxRetryMs, Math.max(minRetryMs, retryAfterMs))
  return Math.round(random() * Math.min(maxStepMs, firstStepMs * 2 ** Math.min(tries, 20)))
}
