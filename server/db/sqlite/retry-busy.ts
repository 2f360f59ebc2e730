import { setTimeout as sleep } from 'node:timers/promises'

/** How long a write waits for others, of this process or another, in milliseconds; then it is refused as unavailable. */
export const busyTimeoutMs = 5000
/** Pauses between two tries, in milliseconds. The event loop goes on meanwhile: SQLite's own wait would block it. */
const firstPauseMs = 2
const longestPauseMs = 50

/** SQLITE_BUSY: another process holds the lock. */
const busyCode = 5

/**
 * Runs a statement, again and again while another process holds SQLite's write lock.
 * @param patience how long, in milliseconds; Infinity for as long as it takes
 * @throws the last error when the lock is not free in time, and every other error at once
 */
export async function retryWhileLocked<T>(run: () => T, patience = busyTimeoutMs): Promise<T> {
  const deadlineMs = performance.now() + patience
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadlineMs) throw error
    }
    await sleep(pauseMs * (0.5 + Math.random() / 2))
  }
}

/** SQLite's extended codes carry the plain one in their lowest byte. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return typeof errcode === 'number' && errcode % 256 === busyCode
}
