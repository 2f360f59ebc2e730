/** Runs work after all earlier work has settled. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a mutex for one user's changes of the outbox. Sealing is asynchronous: without the mutex a
 * later change could be stored, and sent, before an earlier one.
 */
export function createMutex(): RunExclusive {
  let lastRun: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = lastRun.then(work)
    lastRun = result.catch(() => undefined)
    return result
  }
}
