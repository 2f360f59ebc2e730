import { write as writeTo, writeSync } from 'node:fs'
import type { LogStream } from './request-log.ts'

/** Destination of log lines. Writing never blocks and never throws. */
export interface LogOutput extends LogStream {
  /** Returns the number of lines dropped since the start, because the destination did not accept them. */
  droppedLines(): number
  /** Flushes the buffer. Resolves when it is written, when the destination rejects it, or after half a second. */
  end(): Promise<void>
  /** Removes and returns the buffered lines that are not being written yet, for a last attempt when the process exits. */
  takeBuffered(): string
}

/** Writes bytes and reports how many were taken, as `fs.write` does. */
export type WriteBytes = (bytes: Buffer, done: (error: Error | null, writtenBytes: number) => void) => void

/** Maximum length of the buffer, in characters: about a minute of a busy server. */
const maxBufferedChars = 1_048_576
/** Delay before a failed write is repeated, in milliseconds. */
const retryAfterMs = 1000
/** How long the end of the process waits for the last lines, in milliseconds. */
const endTimeoutMs = 500

/**
 * Writes lines to a destination that may be a full disk, or a pipe that is closed or not read. The buffer is limited;
 * further lines are dropped and counted, and one line reports the count once there is room again. Pino's own destination
 * ends the process at the first failed write, and then retries the rest forever.
 */
export function createLogOutput(write: WriteBytes, now: () => Date): LogOutput {
  let bufferedLines: string[] = []
  let bufferedChars = 0
  /** The rest of the lines that are being written; after a failure it is tried again. */
  let unwrittenBytes: Buffer = Buffer.alloc(0)
  let isWriting = false
  /** Set between a failed write and the next attempt. */
  let retryTimer: NodeJS.Timeout | undefined
  /** Lines that were dropped since the start. */
  let droppedCount = 0
  /** Dropped lines that no line of the log reports yet. */
  let unreportedCount = 0
  /** Called when the buffer is empty or a write has failed; see `end`. */
  let onIdle: (() => void) | undefined

  function takeBuffered(): string {
    const lines = bufferedLines.join('') + (unreportedCount > 0 ? reportDropped(unreportedCount, now()) : '')
    bufferedLines = []
    bufferedChars = 0
    unreportedCount = 0
    return lines
  }

  function writeNext(): void {
    if (isWriting || retryTimer) return
    if (unwrittenBytes.length === 0) unwrittenBytes = Buffer.from(takeBuffered())
    if (unwrittenBytes.length === 0) {
      onIdle?.()
      return
    }
    isWriting = true
    write(unwrittenBytes, (error, writtenBytes) => {
      isWriting = false
      if (error || writtenBytes === 0) {
        retryTimer = setTimeout(tryAgain, retryAfterMs).unref()
        onIdle?.()
        return
      }
      unwrittenBytes = unwrittenBytes.subarray(writtenBytes)
      writeNext()
    })
  }

  function tryAgain(): void {
    clearTimeout(retryTimer)
    retryTimer = undefined
    writeNext()
  }

  return {
    write: (line) => {
      if (bufferedChars + unwrittenBytes.length + line.length > maxBufferedChars) {
        droppedCount += 1
        unreportedCount += 1
        return
      }
      bufferedLines.push(line)
      bufferedChars += line.length
      writeNext()
    },
    droppedLines: () => droppedCount,
    end: () =>
      new Promise((resolve) => {
        const timeout = setTimeout(resolve, endTimeoutMs)
        onIdle = () => {
          clearTimeout(timeout)
          resolve()
        }
        tryAgain()
      }),
    takeBuffered,
  }
}

/** Creates the output to standard output. */
export function createStandardOutput(): LogOutput {
  // Accessing `process.stdout` makes Node set pipes to non-blocking: a write to a pipe without a reader must not block.
  const { fd } = process.stdout
  const output = createLogOutput(
    (bytes, done) => writeTo(fd, bytes, done),
    () => new Date(),
  )
  process.once('exit', () => {
    try {
      writeSync(fd, output.takeBuffered())
    } catch {
      // The process ends, and nothing is left to report it to.
    }
  })
  return output
}

function reportDropped(lines: number, at: Date): string {
  const line = { level: 'warn', time: at.toISOString(), lines, msg: 'log lines dropped' }
  return `${JSON.stringify(line)}\n`
}
