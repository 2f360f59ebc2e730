import { Worker } from 'node:worker_threads'
import { InvalidSheetError } from '../invalid-sheet-error.ts'
import { maxHeapMb, maxIdleMs } from './limits.ts'
import type { ReaderAnswer } from './messages.ts'
import type { SheetTask } from './sheet-source.ts'

/** What a reader may take. */
export interface ReaderLimits {
  heapMb: number
  silenceMs: number
}

/** A worker that reads one file. */
export interface SheetWorker {
  /** Its answer to having been started. */
  opened: Promise<ReaderAnswer>
  /** Asks for the next batch; one question at a time. */
  next(): Promise<ReaderAnswer>
  /** Ends it; a question that is open fails with the reason. */
  close: (reason?: unknown) => Promise<void>
}

const usual: ReaderLimits = { heapMb: maxHeapMb, silenceMs: maxIdleMs }

/** Starts a worker that reads a file: without the server's environment, with memory and time of its own. */
export function startSheetWorker(task: SheetTask, limits: ReaderLimits = usual): SheetWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 16 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  let question = Promise.withResolvers<ReaderAnswer>()
  let silence: NodeJS.Timeout | undefined
  let over: { reason: unknown } | undefined

  const end = (reason: unknown): void => {
    over ??= { reason }
    clearTimeout(silence)
    question.reject(reason)
  }
  const expectAnswer = (): Promise<ReaderAnswer> => {
    silence = setTimeout(() => void close(new InvalidSheetError('took_too_long')), limits.silenceMs)
    return question.promise
  }
  const close = async (reason: unknown = new Error('the sheet was closed')): Promise<void> => {
    end(reason)
    await worker.terminate()
  }
  worker.on('message', (answer: ReaderAnswer) => {
    clearTimeout(silence)
    if (answer.kind === 'refused')
      end(new InvalidSheetError(answer.reason, answer.params, answer.cause === '' ? undefined : answer.cause))
    else question.resolve(answer)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'unreadable'
    end(new InvalidSheetError(reason, {}, error))
  })
  worker.on('exit', () => end(new InvalidSheetError('unreadable', {}, new Error('the thread ended'))))
  // Between questions nobody listens: what ended it is told to the next one.
  const listen = (): void => void question.promise.catch(() => undefined)
  listen()

  return {
    opened: expectAnswer(),
    next() {
      question = Promise.withResolvers()
      listen()
      if (over) {
        question.reject(over.reason)
        return question.promise
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('next')
      return expectAnswer()
    },
    close,
  }
}
