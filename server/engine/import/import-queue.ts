import { createHttpError } from '#server/errors.ts'
import type { ImportState } from '#contract/transfer.ts'
import type { ImportRequest } from './import-deps.ts'
import { getImport, transitionImport } from './import-job.ts'

/** Imports that may wait for the running one. */
const maxWaiting = 8
/** Seconds after which a client retries. */
const busyRetrySeconds = 20

/** Runs one import at a time in this process, because each keeps a core busy. */
export interface ImportQueue {
  /**
   * Runs the work after all earlier ones.
   * @param id for {@link ImportQueue.cancel}
   * @param signal aborts it too
   * @throws HttpError `server.busy`; `import.cancelled`
   */
  take<T>(
    id: string,
    signal: AbortSignal,
    onWaiting: () => void,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>
  /** Aborts the work with that id, if this process has any. */
  cancel(id: string): void
}

/** Creates the queue of a process. */
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

/**
 * Cancels a dry run, or aborts its commit, which rolls back. A finished commit stays and can be undone.
 * @returns the state afterwards
 * @throws HttpError `import.unknown_token`
 */
export async function cancelImport(
  call: ImportRequest,
  turns: ImportQueue,
  token: string,
): Promise<{ state: ImportState }> {
  await getImport(call, token)
  turns.cancel(token)
  // Waits for a running commit, which then has either rolled back or finished.
  const { kysely } = call.deps.db
  if (await transitionImport(kysely, token, { from: 'checked', to: 'cancelled' }))
    // The staged lines may hold personal data and are of no more use.
    await kysely.deleteFrom('import_rows').where('import_id', '=', token).execute()
  const { state } = await getImport(call, token)
  return { state: state === 'reading' ? 'checked' : state }
}
