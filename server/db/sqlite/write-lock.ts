/** Lets one holder after the other have the single writing connection, in the order in which they asked. */
export interface WriteLock {
  /** @returns gives the lock back; a second call does nothing */
  acquire(): Promise<() => void>
}

export function createWriteLock(): WriteLock {
  let last: Promise<void> = Promise.resolve()
  return {
    acquire: async () => {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      return resolve
    },
  }
}
