/** Runs work after all work that it was given before, whether that succeeded or not. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a mutex for one person's changes of the outbox. The browser seals on threads of its own: without the mutex a
 * later change could be stored, and sent, before an earlier one.
 */
export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
