import { write as writeTo, writeSync } from 'node:fs'
import type { LogStream } from './request-log.ts'

/** Where the server's lines go. Writing to it never waits and never throws. */
export interface LogOutput extends LogStream {
  /** Lines that were dropped since the start, because their destination did not take them. */
  droppedLines(): number
  /** Has what waits written. Resolves when it is, when the destination refuses it, or half a second later. */
  end(): Promise<void>
  /** Lines that nobody has begun to write, for a last try; they wait no longer. */
  takeWaiting(): string
}

/** Writes bytes and reports how many were taken, as `fs.write` does. */
export type WriteBytes = (bytes: Buffer, done: (error: Error | null, writtenBytes: number) => void) => void

/** What waits at most, in characters: about a minute of a busy server. */
const mostWaitingChars = 1_048_576
/** Pause before a destination that refused is tried again, in milliseconds. */
const retryAfterMs = 1000
/** How long the end of the process waits for the last lines, in milliseconds. */
const endMs = 500

/**
 * Hands lines to a destination that may be a full disk, a closed pipe or one that nobody reads. A bounded number of
 * lines waits for it, later ones are dropped and counted, and one line reports the count once there is room again.
 * Pino's own destination ends the process at the first refused write, and then never ends trying to write the rest.
 */
export function createLogOutput(write: WriteBytes, now: () => Date): LogOutput {
  let waiting: string[] = []
  let waitingChars = 0
  let inHand: Buffer = Buffer.alloc(0)
  let isWriting = false
  let retry: NodeJS.Timeout | undefined
  let dropped = 0
  let unreported = 0
  let onRest: (() => void) | undefined

  function takeWaiting(): string {
    const lines = waiting.join('') + (unreported > 0 ? reportDropped(unreported, now()) : '')
    waiting = []
    waitingChars = 0
    unreported = 0
    return lines
  }

  function writeNext(): void {
    if (isWriting || retry) return
    if (inHand.length === 0) inHand = Buffer.from(takeWaiting())
    if (inHand.length === 0) {
      onRest?.()
      return
    }
    isWriting = true
    write(inHand, (error, writtenBytes) => {
      isWriting = false
      if (error || writtenBytes === 0) {
        retry = setTimeout(tryAgain, retryAfterMs).unref()
        onRest?.()
        return
      }
      inHand = inHand.subarray(writtenBytes)
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
      if (waitingChars + inHand.length + line.length > mostWaitingChars) {
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
        onRest = () => {
          clearTimeout(late)
          resolve()
        }
        tryAgain()
      }),
    takeWaiting,
  }
}

/** Lines on standard output. */
export function standardOutput(): LogOutput {
  // Node makes pipes non-blocking when it opens the stream: a write to one that nobody reads must not hold a thread.
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
