import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createHttpError } from '#server/errors.ts'
import { InvalidFileError, type InvalidFileReason } from './invalid-file-error.ts'
import type { ImageOptions, ImageKind } from './image.ts'

/** A task for the checking process. `id` numbers the tasks of a checker; `path` is the uploaded file. */
export type CheckTask = { id: number; path: string } & (
  | { kind: 'pdf' }
  | ({ kind: ImageKind } & ImageOptions)
)

/** The result of a task, which the checking process sends back. */
export interface CheckVerdict {
  /** Id of the task. */
  id: number
  /** `taken` when the file is accepted, `no_room` on a full disk, `failed` for a fault of the check itself. */
  result: 'taken' | 'no_room' | 'failed' | InvalidFileReason
}

/** A task without its id. The condition applies `Omit` to each kind of task alone, so that their own properties stay. */
export type FileToCheck = CheckTask extends infer Task
  ? Task extends CheckTask
    ? Omit<Task, 'id'>
    : never
  : never

/** Checks uploaded files in a separate process. */
export interface Checker {
  /** @throws InvalidFileError; HttpError when the disk is full or too many files wait */
  check(file: FileToCheck): Promise<void>
  /** Ends the process. */
  close(): void
}

/** Timeout for one file, in milliseconds. The largest real files take a second or two. */
const checkTimeoutMs = 20_000
/** Files that can wait, the one being checked included; each waits a second or two for the one before. */
const maxWaiting = 40
/** Seconds after which a client may try again: while too many files wait, and on a full disk. */
const busyRetrySeconds = 5
const fullRetrySeconds = 60
/** The process ends after this idle time, in milliseconds: its libraries take about 80 MB. */
const idleTimeoutMs = 30_000
/** Limit of the JavaScript heap of the checking process, in MB; `checker-process.ts` limits its whole memory. */
const heapMegabytes = 192

const processPath = fileURLToPath(new URL('checker-process.ts', import.meta.url))

/**
 * Creates a checker. It checks one file at a time, in a process with limits of time and memory that can write into one
 * folder only. A file is unreadable when the process dies or times out; the next file gets a new process.
 * @param folder folder for arrivals, where files are changed in place
 */
export function createChecker(folder: string): Checker {
  let child: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let previousCheck: Promise<unknown> = Promise.resolve()
  let waitingCount = 0
  let lastTaskId = 0

  const endProcess = (): void => {
    clearTimeout(idleTimer)
    child?.kill('SIGKILL')
    child = undefined
  }

  async function run(file: FileToCheck): Promise<void> {
    clearTimeout(idleTimer)
    if (!child?.connected) child = startProcess(folder)
    const verdict = await sendTask(child, { ...file, id: (lastTaskId += 1) })
    // A process that timed out may be stuck in the file.
    if (verdict === undefined) endProcess()
    else idleTimer = setTimeout(endProcess, idleTimeoutMs).unref()
    throwUnlessAccepted(verdict?.result ?? 'unreadable')
  }

  return {
    check: async (file) => {
      if (waitingCount >= maxWaiting)
        throw createHttpError('server.busy', { retryAfterSeconds: busyRetrySeconds })
      waitingCount += 1
      const currentCheck = previousCheck.then(() => run(file))
      // The next check starts whatever the result of this one.
      previousCheck = currentCheck.catch(() => undefined)
      try {
        await currentCheck
      } finally {
        waitingCount -= 1
      }
    },
    close: endProcess,
  }
}

/** Throws the error of a rejected file, a full disk or a failed check. */
function throwUnlessAccepted(result: CheckVerdict['result']): void {
  if (result === 'taken') return
  if (result === 'no_room') throw createHttpError('storage.full', { retryAfterSeconds: fullRetrySeconds })
  if (result === 'failed') throw new Error('the checking process could not do its work')
  throw new InvalidFileError(result)
}

/**
 * Starts the process without the environment and streams of the server. Of what `--permission` forbids, it needs addons for
 * the image library and a worker that watches its memory.
 */
function startProcess(folder: string): ChildProcess {
  const child = fork(processPath, {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      '--permission',
      '--allow-fs-read=*',
      `--allow-fs-write=${folder}`,
      '--allow-addons',
      '--allow-worker',
    ],
  })
  // A failed start shows as an exit without a result.
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
  return child
}

/** Sends a task. @returns the result; undefined when the process died or timed out */
function sendTask(child: ChildProcess, task: CheckTask): Promise<CheckVerdict | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(undefined), checkTimeoutMs)
    const onMessage = (verdict: unknown) => settle(verdict as CheckVerdict)
    const onEnd = () => settle(undefined)
    function settle(verdict: CheckVerdict | undefined): void {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      resolve(verdict)
    }
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    child.send(task, (error) => error && onEnd())
  })
}
