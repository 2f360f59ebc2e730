import { Worker } from 'node:worker_threads'
import type { SheetRow } from '../cell.ts'
import type { Encoding, Separator, SheetFormat } from '../sheet-format.ts'
import { InvalidSheetError } from '../invalid-sheet-error.ts'
import { maxHeapMb, maxIdleMs, type ReaderAnswer, type SheetTask } from './sheet-source.ts'

/** What a person says of a file when what was found out is wrong. */
export interface SheetOptions {
  encoding?: Encoding
  separator?: Separator
  /** Name of the workbook's sheet; the first visible one with anything in it by default. */
  sheet?: string
  /** Ends the reading. */
  signal?: AbortSignal
}

/** A file that is being read. */
export interface OpenSheet {
  /** As found, or as asked for. */
  format: SheetFormat
  /** CSV: every encoding in which the bytes read without a fault, the found one first. */
  encodings?: readonly Encoding[]
  /** CSV: true when the encoding was guessed, and many characters are rare ones in it. */
  isDoubtful?: boolean
  /** Workbook: names of its visible sheets. */
  sheets?: readonly string[]
  /** Workbook: visible sheets with anything in them that are not read, where nobody said which one is. */
  unreadSheets?: readonly string[]
  /** Workbook: merged cells. Of those that go over rows each row has the value, over columns the first column alone. */
  merged?: { overRows: readonly string[]; overColumns: readonly string[] }
  /** Workbook: columns that the sheet does not show, from 0. */
  hiddenColumns?: readonly number[]
  /**
   * Batches of at most 200 rows in the order of the file, read on only when asked for; to be walked once. Rows without
   * anything in them are left out but counted in `line`; empty cells at the end of a row are left out.
   */
  rows: AsyncIterable<readonly SheetRow[]>
  /** Ends the reading at any time; may be called twice. */
  close: () => Promise<void>
}

/**
 * Reads a file of a stranger in a thread of its own, as far as it is asked.
 * @param limits what the thread may take
 * @throws InvalidSheetError when it cannot be read; the walk of its rows throws it too
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
    const opened = await reader.opened
    if (opened.kind !== 'opened') throw new Error(`a reader that was started answered ${opened.kind}`)
    return { ...opened.reading, rows: readRows(reader, close), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function* readRows(
  reader: SheetWorker,
  close: () => Promise<void>,
): AsyncGenerator<readonly SheetRow[]> {
  try {
    for (;;) {
      const answer = await reader.next()
      if (answer.kind !== 'rows') return
      yield answer.rows
    }
  } finally {
    await close()
  }
}

/** What a reader may take. */
interface ReaderLimits {
  heapMb: number
  silenceMs: number
}

/** A worker that reads one file. */
interface SheetWorker {
  /** Its answer to having been started. */
  opened: Promise<ReaderAnswer>
  /** Asks for the next batch; one question at a time. */
  next(): Promise<ReaderAnswer>
  /** Ends it; a question that is open fails with the reason. */
  close: (reason?: unknown) => Promise<void>
}

const defaultLimits: ReaderLimits = { heapMb: maxHeapMb, silenceMs: maxIdleMs }

/** Starts a worker that reads a file: without the server's environment, with memory and time of its own. */
function startSheetWorker(task: SheetTask, limits: ReaderLimits = defaultLimits): SheetWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 16 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  let pending = Promise.withResolvers<ReaderAnswer>()
  let timer: NodeJS.Timeout | undefined
  let over: { reason: unknown } | undefined

  const end = (reason: unknown): void => {
    over ??= { reason }
    clearTimeout(timer)
    pending.reject(reason)
  }
  const expectAnswer = (): Promise<ReaderAnswer> => {
    timer = setTimeout(() => void close(new InvalidSheetError('took_too_long')), limits.silenceMs)
    return pending.promise
  }
  const close = async (reason: unknown = new Error('the sheet was closed')): Promise<void> => {
    end(reason)
    await worker.terminate()
  }
  worker.on('message', (answer: ReaderAnswer) => {
    clearTimeout(timer)
    if (answer.kind === 'refused')
      end(new InvalidSheetError(answer.reason, answer.params, answer.cause === '' ? undefined : answer.cause))
    else pending.resolve(answer)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'unreadable'
    end(new InvalidSheetError(reason, {}, error))
  })
  worker.on('exit', () => end(new InvalidSheetError('unreadable', {}, new Error('the thread ended'))))
  // Between questions nobody listens: what ended it is told to the next one.
  const listen = (): void => void pending.promise.catch(() => undefined)
  listen()

  return {
    opened: expectAnswer(),
    next() {
      pending = Promise.withResolvers()
      listen()
      if (over) {
        pending.reject(over.reason)
        return pending.promise
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('next')
      return expectAnswer()
    },
    close,
  }
}
