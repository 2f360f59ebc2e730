import { Worker } from 'node:worker_threads'
import type { SheetRow } from '../cell.ts'
import type { Encoding, Separator } from '../sheet-format.ts'
import { InvalidSheetError } from '../invalid-sheet-error.ts'
import {
  maxHeapMb,
  maxIdleMs,
  type SheetReading,
  type SheetTask,
  type WorkerMessage,
} from './sheet-source.ts'

/** Settings of a user that replace detected ones. */
export interface SheetOptions {
  encoding?: Encoding
  separator?: Separator
  /** Name of the sheet; by default the first visible one with content. */
  sheet?: string
  /** Stops the reading. */
  signal?: AbortSignal
}

/** An open file: its properties and its rows. */
export interface OpenSheet extends SheetReading {
  /**
   * Batches of at most 200 rows in the order of the file, read on demand; to be iterated once. Empty rows are dropped
   * but counted in `line`; empty cells at the end of a row are dropped.
   */
  rows: AsyncIterable<readonly SheetRow[]>
  /** Stops the reading at any time; can be called twice. */
  close: () => Promise<void>
}

/**
 * Opens an untrusted file in a separate thread, which reads on demand.
 * @param limits limits of the thread
 * @throws InvalidSheetError when it cannot be read; the iteration of its rows throws it too
 */
export async function openSheet(
  path: string,
  kind: 'csv' | 'xlsx',
  { signal, ...options }: SheetOptions = {},
  limits?: ReaderLimits,
): Promise<OpenSheet> {
  signal?.throwIfAborted()
  const reader = startSheetWorker({ path, kind, ...options }, limits)
  const onAbort = (): void => void reader.close(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', onAbort)
    await reader.close()
  }
  try {
    const message = await reader.opened
    if (message.kind !== 'opened') throw new Error(`a reader that was started answered ${message.kind}`)
    return { ...message.reading, rows: readRows(reader, close), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Requests batches until the worker has no more. Closes it then, or when the caller stops earlier. */
async function* readRows(
  reader: SheetWorker,
  close: () => Promise<void>,
): AsyncGenerator<readonly SheetRow[]> {
  try {
    for (;;) {
      const message = await reader.next()
      if (message.kind !== 'rows') return
      yield message.rows
    }
  } finally {
    await close()
  }
}

/** Limits of the worker. */
interface ReaderLimits {
  /** Its heap, in megabytes; a file that needs more is `too_large`. */
  heapMb: number
  /** Longest wait for a message; then the worker is stopped with `took_too_long`. */
  maxIdleMs: number
}

/** A worker that reads one file. */
interface SheetWorker {
  /** Its first message. */
  opened: Promise<WorkerMessage>
  /** Requests the next batch; only one request at a time. */
  next(): Promise<WorkerMessage>
  /** Stops it; a pending request fails with the reason. */
  close: (reason?: unknown) => Promise<void>
}

const defaultLimits: ReaderLimits = { heapMb: maxHeapMb, maxIdleMs }
/** Memory of the worker for short-lived objects, which V8 counts apart from the heap of the others. */
const youngGenerationMb = 16

/** Starts a worker without the environment of the server, with its own limits of memory and time. */
function startSheetWorker(task: SheetTask, limits: ReaderLimits = defaultLimits): SheetWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: youngGenerationMb },
    env: {},
    execArgv: [],
    // Its output goes to streams that nobody reads, instead of the server's own output.
    stdout: true,
    stderr: true,
  })
  /** The requested message. */
  let pending = Promise.withResolvers<WorkerMessage>()
  let timer: NodeJS.Timeout | undefined
  /** Set once the worker has failed or was closed. */
  let ended: { reason: unknown } | undefined

  const fail = (reason: unknown): void => {
    ended ??= { reason }
    clearTimeout(timer)
    pending.reject(reason)
  }
  const expectMessage = (): Promise<WorkerMessage> => {
    timer = setTimeout(() => void close(new InvalidSheetError('took_too_long')), limits.maxIdleMs)
    return pending.promise
  }
  const close = async (reason: unknown = new Error('the sheet was closed')): Promise<void> => {
    fail(reason)
    await worker.terminate()
  }
  worker.on('message', (message: WorkerMessage) => {
    clearTimeout(timer)
    if (message.kind === 'failed')
      fail(
        new InvalidSheetError(
          message.reason,
          message.params,
          message.cause === '' ? undefined : message.cause,
        ),
      )
    else pending.resolve(message)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'unreadable'
    fail(new InvalidSheetError(reason, {}, error))
  })
  worker.on('exit', () => fail(new InvalidSheetError('unreadable', {}, new Error('the thread ended'))))
  // Between requests nothing awaits the promise: the next request gets the reason why the worker stopped.
  const ignoreUnhandledRejection = (): void => void pending.promise.catch(() => undefined)
  ignoreUnhandledRejection()

  return {
    opened: expectMessage(),
    next() {
      pending = Promise.withResolvers()
      ignoreUnhandledRejection()
      if (ended) {
        pending.reject(ended.reason)
        return pending.promise
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('next')
      return expectMessage()
    },
    close,
  }
}
