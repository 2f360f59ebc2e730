const minuteMs = 60_000

/** How soon after an entry is taken by a sender another one may take it, in milliseconds. */
export const leaseMs = 30_000
/** The shortest and the longest wait that a server's `Retry-After` may ask for, in milliseconds. */
const leastRetryMs = 1000
export const maxRetryMs = 10 * minuteMs
/** First and longest step of the waits between tries, in milliseconds. */
const firstStepMs = 1000
const mostStepMs = 5 * minuteMs
/** Longest random wait after the browser found a network: a hall of phones finds it at once. */
export const maxReconnectJitterMs = 5000
/** An entry this old is asked about before it is sent, in milliseconds. */
export const expiresAfterMs = 14 * 24 * 60 * minuteMs
/** How long the receipt of what was sent stays, in milliseconds. */
export const receiptTtlMs = 7 * 24 * 60 * minuteMs
/** From when the person is told that something is still here: by age in milliseconds, or by tries. */
export const overdueAfterMs = 10 * minuteMs
export const overdueAfterAttempts = 3

/**
 * How long to wait before the next try, in milliseconds: what the server asked for, within limits, else a random part
 * of a step that doubles ("full jitter").
 */
export function getRetryDelayMs(
  tries: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number {
  if (retryAfterMs !== undefined) return Math.min(maxRetryMs, Math.max(leastRetryMs, retryAfterMs))
  return Math.round(random() * Math.min(mostStepMs, firstStepMs * 2 ** Math.min(tries, 20)))
}
