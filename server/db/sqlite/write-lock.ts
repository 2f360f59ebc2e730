import { busyTimeoutMs } from './retry-busy.ts'

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
