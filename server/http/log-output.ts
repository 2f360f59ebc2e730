import { write as writeTo, writeSync } from 'node:fs'
import type { LogStream } from './request-log.ts'

/** Destination of log lines. Writing never blocks and never throws. */
export interface LogOutput extends LogStream {
  /** Returns the number of lines dropped since the start, because the destination did not accept them. */
  droppedLines(): number
  /** Flushes the buffer. Resolves when it is written, when the destination rejects it, or after half a second. */
  end(): Promise<void>
  /** Removes and returns the lines that are not being written yet, for a last attempt. */
  takeWaiting(): string
}

/** Writes bytes and reports how many were taken, as `fs.write` does. */
export type WriteBytes = (bytes: Buffer, done: (error: Error | null, writtenBytes: number) => void) => void

/** Limit of the buffer in characters: about a minute of a busy server. */
const maxWaitingChars = 1_048_576
/** Delay before a failed write is repeated, in milliseconds. */
const retryAfterMs = 1000
/** How long the end of the process waits for the last lines, in milliseconds. */
const endMs = 500

/**
 * Writes lines to a destination that may be a full disk, or a pipe that is closed or not read. The buffer is limited;
 * further lines are dropped and counted, and one line reports the count once there is room again. Pino's own destination
 * ends the process at the first failed write, and then retries the rest forever.
 */
export function createLogOutput(write: WriteBytes, now: () => Date): LogOutput {
  let waiting: string[] = []
  let waitingChars = 0
  let current: Buffer = Buffer.alloc(0)
  let isWriting = false
  let retry: NodeJS.Timeout | undefined
  let dropped = 0
  let unreported = 0
  let onIdle: (() => void) | undefined

  function takeWaiting(): string {
    const lines = waiting.join('') + (unreported > 0 ? reportDropped(unreported, now()) : '')
    waiting = []
    waitingChars = 0
    unreported = 0
    return lines
  }

  function writeNext(): void {
    if (isWriting || retry) return
    if (current.length === 0) current = Buffer.from(takeWaiting())
    if (current.length === 0) {
      onIdle?.()
      return
    }
    isWriting = true
    write(current, (error, writtenBytes) => {
      isWriting = false
      if (error || writtenBytes === 0) {
        retry = setTimeout(tryAgain, retryAfterMs).unref()
        onIdle?.()
        return
      }
      current = current.subarray(writtenBytes)
      writeNext()
    })
  }

  function tryAgain(): void {
    clearTimeout(retry)
    retry = undefined
    writeNext()
  }

  return {
    write: (line) => {
      if (waitingChars + current.length + line.length > maxWaitingChars) {
        dropped += 1
        unreported += 1
        return
      }
      waiting.push(line)
      waitingChars += line.length
      writeNext()
    },
    droppedLines: () => dropped,
    end: () =>
      new Promise((resolve) => {
        const late = setTimeout(resolve, endMs)
        onIdle = () => {
          clearTimeout(late)
          resolve()
        }
        tryAgain()
      }),
    takeWaiting,
  }
}

/** Creates the output to standard output. */
export function createStandardOutput(): LogOutput {
  // Reading `stdout` makes Node open pipes as non-blocking: a write to a pipe without reader must not block a thread.
  const { fd } = process.stdout
  const output = createLogOutput(
    (bytes, done) => writeTo(fd, bytes, done),
    () => new Date(),
  )
  process.once('exit', () => {
    try {
      writeSync(fd, output.takeWaiting())
    } catch {
      // The process ends, and nothing is left to report it to.
    }
  })
  return output
}

function reportDropped(lines: number, at: Date): string {
  const what = { level: 'warn', time: at.toISOString(), lines, msg: 'log lines dropped' }
  return `${JSON.stringify(what)}\n`
}
