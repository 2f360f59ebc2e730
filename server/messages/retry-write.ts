import { setTimeout as sleep } from 'node:timers/promises'

/** Pauses between tries, in milliseconds: half a minute in all, well within the lease of a message. */
const pausesMs = [100, 400, 1500, 4000, 8000, 16_000]

/**
 * Writes how a message ended, again while the database is away: a message that was sent and not written down would be
 * sent twice.
 * @param signal ends the pauses
 * @throws the last error, or that of the signal
 */
export async function retryWrite<Result>(write: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await write()
    } catch {
      await sleep(pauseMs, undefined, { signal })
    }
  }
  return write()
}
