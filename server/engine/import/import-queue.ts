import { createHttpError } from '#server/errors.ts'
import type { ImportState } from '#contract/transfer.ts'
import type { ImportRequest } from './import-deps.ts'
import { getImport, transitionImport } from './import-job.ts'

/** Maximum number of queued imports, the running one included. */
const maxQueued = 8
/** Seconds after which a client retries. */
const busyRetrySeconds = 20

/** Runs one import at a time in this process, because each keeps a core busy. */
export interface ImportQueue {
  /**
   * Runs the work after all earlier ones.
   * @param id names the work for {@link ImportQueue.cancel}
   * @param signal aborts the work
   * @param onWaiting called when earlier work is still running
   * @throws HttpError `server.busy`; `import.cancelled`
   */
  run<T>(
    id: string,
    signal: AbortSignal,
    onWaiting: () => void,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>
  /** Aborts all work with that id, if this process has any. */
  cancel(id: string): void
}

/** Creates the queue of a process. */
export function createImportQueue(): ImportQueue {
  /** Several for an id: a client repeats a commit while its first one still waits. */
  const controllersById = new Map<string, Set<AbortController>>()
  /** Settles when all work that was queued so far has ended; never rejects. */
  let latestRun: Promise<unknown> = Promise.resolve()
  let queuedCount = 0
  return {
    run: async (id, signal, onWaiting, work) => {
      if (queuedCount >= maxQueued)
        throw createHttpError('server.busy', { retryAfterSeconds: busyRetrySeconds })
      const controller = new AbortController()
      controllersById.set(id, (controllersById.get(id) ?? new Set()).add(controller))
      const abortSignal = AbortSignal.any([signal, controller.signal])
      if (queuedCount > 0) onWaiting()
      queuedCount += 1
      const currentRun = latestRun.then(() => {
        abortSignal.throwIfAborted()
        return work(abortSignal)
      })
      latestRun = currentRun.catch(() => undefined)
      try {
        return await currentRun
      } catch (error) {
        throw abortSignal.aborted ? createHttpError('import.cancelled', { cause: error }) : error
      } finally {
        queuedCount -= 1
        controllersById.get(id)?.delete(controller)
        if (controllersById.get(id)?.size === 0) controllersById.delete(id)
      }
    },
    cancel: (id) => {
      for (const controller of controllersById.get(id) ?? []) controller.abort()
    },
  }
}

/**
 * Cancels a dry run, or aborts its commit, which rolls back. A finished commit stays and can be undone.
 * @returns the state afterwards
 * @throws HttpError `import.unknown_token`
 */
export async function cancelImport(
  request: ImportRequest,
  queue: ImportQueue,
  token: string,
): Promise<{ state: ImportState }> {
  await getImport(request, token)
  queue.cancel(token)
  // The update waits for the row lock of a running commit, which then has either rolled back or finished.
  const { kysely } = request.deps.db
  if (await transitionImport(kysely, token, { from: 'checked', to: 'cancelled' }))
    // The staged lines may hold personal data and are of no more use.
    await kysely.deleteFrom('import_rows').where('import_id', '=', token).execute()
  const { state } = await getImport(request, token)
  // A dry run that is still reading was aborted above and deletes its import. The API has no state for it and names
  // the one that every import has before its commit.
  return { state: state === 'reading' ? 'checked' : state }
}
