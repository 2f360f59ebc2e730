import { setTimeout as sleep } from 'node:timers/promises'

/** Lock of the single writing connection, granted in the order of the requests. */
export interface WriteLock {
  /**
   * @returns a function that releases the lock; a second call does nothing
   * @throws DatabaseBusyError when the lock is not free in time
   */
  acquire(): Promise<() => void>
  /** Acquires the lock without a time limit, for work that must happen, such as closing a group of commits. */
  acquireWithoutTimeout(): Promise<() => void>
}

/** The writing connection is not free in time. It has the code of SQLITE_BUSY, so that both are handled alike. */
class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
  readonly errcode = 5

  constructor() {
    super('the database is busy with other writes')
  }
}

/** Creates the lock of a writing connection. @param timeoutMs how long a request waits, in milliseconds */
export function createWriteLock(timeoutMs = busyTimeoutMs): WriteLock {
  /** Resolves when the request that is last in the queue has released the lock. */
  let lastRelease: Promise<void> = Promise.resolve()
  const enqueue = () => {
    const previous = lastRelease
    const { promise, resolve: release } = Promise.withResolvers<void>()
    lastRelease = promise
    return { previous, release: () => release() }
  }
  return {
    acquire: async () => {
      const { previous, release } = enqueue()
      const isAcquired = await settlesInTime(previous, timeoutMs)
      if (isAcquired) return release
      // Later requests still wait for the earlier ones.
      void previous.then(release)
      throw new DatabaseBusyError()
    },
    acquireWithoutTimeout: async () => {
      const { previous, release } = enqueue()
      await previous
      return release
    },
  }
}

async function settlesInTime(promise: Promise<void>, timeoutMs: number): Promise<boolean> {
  // A timer does not accept Infinity.
  if (timeoutMs === Infinity) return promise.then(() => true)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const isInTime = await Promise.race([promise.then(() => true), timeout])
  clearTimeout(timer)
  return isInTime
}

/** Default of the time that a write waits for other writes, in milliseconds; then the request fails as unavailable. */
export const busyTimeoutMs = 5000
/** Delays between two attempts, in milliseconds. SQLite's own busy timeout would block the event loop. */
const firstPauseMs = 2
const maxPauseMs = 50

/** SQLITE_BUSY: another process holds the lock. */
const busyCode = 5

/**
 * Runs a statement and repeats it while another process holds SQLite's write lock.
 * @param timeoutMs how long to repeat it, in milliseconds; Infinity for no limit
 * @throws the last error when the lock is not free in time, and every other error at once
 */
export async function retryWhileLocked<T>(run: () => T, timeoutMs = busyTimeoutMs): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadlineMs) throw error
    }
    // Half of the pause to all of it, at random: two processes that collided try again at different moments.
    await sleep(pauseMs * (0.5 + Math.random() / 2))
  }
}

/** Checks for SQLITE_BUSY. The lowest byte of SQLite's extended error code is the primary code. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return typeof errcode === 'number' && errcode % 256 === busyCode
}
