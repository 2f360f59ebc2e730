import { setTimeout as sleep } from 'node:timers/promises'

/** Lock of the single writing connection, granted in the order of the requests. */
export interface WriteLock {
  /**
   * @returns a function that releases the lock; a second call does nothing
   * @throws DatabaseBusyError when the lock is not free in time
   */
  acquire(): Promise<() => void>
  /** Acquires the lock without a time limit. */
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
  let last: Promise<void> = Promise.resolve()
  const queue = () => {
    const before = last
    const { promise, resolve: free } = Promise.withResolvers<void>()
    last = promise
    return { before, free: () => free() }
  }
  return {
    acquire: async () => {
      const { before, free } = queue()
      const isAcquired = await endsInTime(before, timeoutMs)
      if (isAcquired) return free
      // Later requests continue when the earlier ones are done.
      void before.then(free)
      throw new DatabaseBusyError()
    },
    acquireWithoutTimeout: async () => {
      const { before, free } = queue()
      await before
      return free
    },
  }
}

async function endsInTime(turn: Promise<void>, timeoutMs: number): Promise<boolean> {
  // A timer does not accept Infinity.
  if (timeoutMs === Infinity) return turn.then(() => true)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const isOver = await Promise.race([turn.then(() => true), late])
  clearTimeout(timer)
  return isOver
}

/** How long a write waits for other writes, in milliseconds; then the request fails as unavailable. */
export const busyTimeoutMs = 5000
/** Delays between two attempts, in milliseconds. SQLite's own busy timeout would block the event loop. */
const firstPauseMs = 2
const maxPauseMs = 50

/** SQLITE_BUSY: another process holds the lock. */
const busyCode = 5

/**
 * Runs a statement and repeats it while another process holds SQLite's write lock.
 * @param patience how long, in milliseconds; Infinity for as long as it takes
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
    await sleep(pauseMs * (0.5 + Math.random() / 2))
  }
}

/** SQLite's extended codes carry the plain one in their lowest byte. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return typeof errcode === 'number' && errcode % 256 === busyCode
}
