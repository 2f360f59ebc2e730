import { createHttpError } from '#server/errors.ts'

/** Imports that may wait for the one that is under way. */
const maxWaiting = 8
/** Seconds after which one of them has surely ended. */
const busyRetrySeconds = 20

/** One import at a time in this process: each of them keeps a core busy. */
export interface ImportQueue {
  /**
   * Does the work when it is its turn.
   * @param id by which it can be cancelled
   * @param signal ends it too
   * @throws Refusal `server.busy`; `import.cancelled`
   */
  take<T>(
    id: string,
    signal: AbortSignal,
    onWaiting: () => void,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>
  /** Ends the work of that id, when there is any here. */
  cancel(id: string): void
}

/** Makes the queue of a process. */
export function createImportQueue(): ImportQueue {
  const cancels = new Map<string, Set<AbortController>>()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    take: async (id, signal, onWaiting, work) => {
      if (waiting >= maxWaiting) throw createHttpError('server.busy', { retryAfterSeconds: busyRetrySeconds })
      const cancelled = new AbortController()
      cancels.set(id, (cancels.get(id) ?? new Set()).add(cancelled))
      const either = AbortSignal.any([signal, cancelled.signal])
      if (waiting > 0) onWaiting()
      waiting += 1
      const turn = last.then(() => {
        either.throwIfAborted()
        return work(either)
      })
      last = turn.catch(() => undefined)
      try {
        return await turn
      } catch (error) {
        throw either.aborted ? createHttpError('import.cancelled', { cause: error }) : error
      } finally {
        waiting -= 1
        cancels.get(id)?.delete(cancelled)
        if (cancels.get(id)?.size === 0) cancels.delete(id)
      }
    },
    cancel: (id) => {
      for (const controller of cancels.get(id) ?? []) controller.abort()
    },
  }
}
