import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createHttpError } from '#server/errors.ts'
import { InvalidFileError, type InvalidFileReason } from './invalid-file-error.ts'
import type { ImageOptions, ImageKind } from './image.ts'

/** What is asked of the checking process. */
export type CheckTask = { id: number; path: string } & (
  | { kind: 'pdf' }
  | ({ kind: ImageKind } & ImageOptions)
)

/** What it answers. */
export interface CheckVerdict {
  id: number
  result: 'taken' | 'no_room' | 'failed' | InvalidFileReason
}

/** A task before it has its number. */
export type FileToCheck = CheckTask extends infer Task
  ? Task extends CheckTask
    ? Omit<Task, 'id'>
    : never
  : never

/** Opens files of strangers, in a process of its own. */
export interface Checker {
  /** @throws InvalidFileError, or a Refusal when there is no room or too much to do */
  check(file: FileToCheck): Promise<void>
  close(): void
}

/** Longest time for one file, in milliseconds; a real one of the largest size takes a second or two. */
const checkTimeoutMs = 20_000
/** Files that may wait for their turn; each waits a second or two for the one before it. */
const maxWaiting = 40
/** The process ends when nothing came for so long, in milliseconds: its libraries take some 80 MB. */
const idleTimeoutMs = 30_000
/** Heap of the checking process, in MB. */
const heapMegabytes = 192

const program = fileURLToPath(new URL('checker-process.ts', import.meta.url))

/**
 * Checks one file after the other in a process that has limits of time and memory and may write into one folder only.
 * A file on which it dies or stays silent counts as unreadable; the next one gets a new process.
 * @param folder the folder for arrivals, where files are changed in their place
 */
export function createChecker(folder: string): Checker {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let tasks = 0

  const end = (): void => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }

  async function run(file: FileToCheck): Promise<void> {
    clearTimeout(idle)
    if (!child?.connected) child = startProcess(folder)
    const verdict = await sendTask(child, { ...file, id: (tasks += 1) })
    if (verdict === undefined) end()
    else idle = setTimeout(end, idleTimeoutMs).unref()
    throwUnlessAccepted(verdict?.result ?? 'unreadable')
  }

  return {
    check: async (file) => {
      if (waiting >= maxWaiting) throw createHttpError('server.busy', { retryAfterSeconds: 5 })
      waiting += 1
      const turn = last.then(() => run(file))
      last = turn.catch(() => undefined)
      try {
        await turn
      } finally {
        waiting -= 1
      }
    },
    close: end,
  }
}

function throwUnlessAccepted(result: CheckVerdict['result']): void {
  if (result === 'taken') return
  if (result === 'no_room') throw createHttpError('storage.full', { retryAfterSeconds: 60 })
  if (result === 'failed') throw new Error('the checking process could not do its work')
  throw new InvalidFileError(result)
}

/** Neither variables of the server nor its streams reach the process. */
function startProcess(folder: string): ChildProcess {
  const child = fork(program, {
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
  // An error of the start shows as an end without an answer.
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
  return child
}

/** The verdict on one task; undefined when the process died or took too long. */
function sendTask(child: ChildProcess, task: CheckTask): Promise<CheckVerdict | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(undefined), checkTimeoutMs)
    const onMessage = (verdict: unknown) => done(verdict as CheckVerdict)
    const onEnd = () => done(undefined)
    function done(verdict: CheckVerdict | undefined): void {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      resolve(verdict)
    }
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    child.send(task, (error) => error && onEnd())
  })
}
