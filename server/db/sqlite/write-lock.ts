import { setTimeout as sleep } from 'node:timers/promises'

/** Lets one holder after the other have the single writing connection, in the order in which they asked. */
export interface WriteLock {
  /**
   * @returns gives the lock back; a second call does nothing
   * @throws DatabaseBusy when the others take too long
   */
  acquire(): Promise<() => void>
  /** The same, however long the others take. */
  waitAsLongAsItTakes(): Promise<() => void>
}

/** The writing connection is not free in time; it looks like SQLite's own SQLITE_BUSY to whoever asks for codes. */
class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  readonly errcode = 5

  constructor() {
    super('the database is busy with other writes')
  }
}

/** Makes the lock of one writing connection. @param patience how long one waits for the others, in milliseconds */
export function createWriteLock(patience = busyTimeoutMs): WriteLock {
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
      const isMine = await isOverInTime(before, patience)
      if (isMine) return free
      // Those behind go on once those before are done.
      void before.then(free)
      throw new DatabaseBusy()
    },
    waitAsLongAsItTakes: async () => {
      const { before, free } = queue()
      await before
      return free
    },
  }
}

async function isOverInTime(turn: Promise<void>, patience: number): Promise<boolean> {
  // A timer takes no infinite time.
  if (patience === Infinity) return turn.then(() => true)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, patience, false)
  })
  const isOver = await Promise.race([turn.then(() => true), late])
  clearTimeout(timer)
  return isOver
}

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
