import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Database, Tables } from '#server/db/client.ts'
import type { DeliveryError } from './transport.ts'
import type { Channel } from './outgoing.ts'
import { getRetryDelayMs, finishMessage, parkMessage, returnMessage, type ClaimedMessage } from './queue.ts'

/** Result of an attempt to send a message; the sender creates it. */
export interface DeliveryResult {
  message: ClaimedMessage
  /** Undefined when the message was sent. */
  failure: DeliveryError | undefined
  /** When the attempt ended. */
  at: Date
  /** True when the attempt was aborted because the process stops: the message is due at once for the next process. */
  isInterrupted: boolean
}

/** The log of the server; lines about messages contain ids and fixed texts, never a recipient or a content. */
export interface Log {
  info(fields: object, line: string): void
  warn(fields: object, line: string): void
}

/** `problem` of the failure by which the sender reports a message that has expired. */
export const expiredProblem = 'expired'

/** How long results are collected for one transaction, in milliseconds. */
const batchDelayMs = 20

/**
 * Creates the function that records results of attempts. Results at about the same time share a transaction: a commit
 * for each would cost more than the mail.
 * @param signal ends the delays while the database is unavailable
 * @returns a function that resolves when the result is written
 */
export function createDeliveryRecorder(
  db: Database,
  channel: Channel,
  log: Log,
  signal: AbortSignal,
): (result: DeliveryResult) => Promise<void> {
  let pendingResults: DeliveryResult[] = []
  /** The write that still collects results; undefined when the next result starts another one. */
  let nextWrite: Promise<void> | undefined
  /** The write that was started last. */
  let lastWrite: Promise<void> = Promise.resolve()

  async function writePendingResults(previousWrite: Promise<void>): Promise<void> {
    // One write after the other. A failure of the earlier one is reported to those who wait for its results.
    await previousWrite.catch(() => {})
    await sleep(batchDelayMs)
    const results = pendingResults
    pendingResults = []
    nextWrite = undefined
    const logLines = await retryWrite(
      () =>
        db.transaction(async (trx) => {
          const lines: [DeliveryResult, string][] = []
          for (const result of results) lines.push([result, await writeResult(trx, result)])
          return lines
        }),
      signal,
    )
    for (const [{ message, failure }, line] of logLines) {
      const { id, template, tries } = message
      const fields = { message: id, channel, template, tries, ...(failure && { problem: failure.problem }) }
      if (failure) log.warn(fields, line)
      else log.info(fields, line)
    }
  }

  return (result) => {
    pendingResults.push(result)
    if (!nextWrite) {
      nextWrite = writePendingResults(lastWrite)
      lastWrite = nextWrite
    }
    return nextWrite
  }
}

/** Writes one result. @returns the line for the log */
async function writeResult(trx: Kysely<Tables>, result: DeliveryResult): Promise<string> {
  const { message, failure, at, isInterrupted } = result
  if (!failure) {
    await finishMessage(trx, message, { state: 'sent', sent_at: toInstant(at), problem: null }, at)
    return 'message sent'
  }
  if (failure.problem === expiredProblem) {
    await finishMessage(trx, message, { state: 'expired' }, at)
    return 'message expired'
  }
  const delayMs = isInterrupted ? 0 : getRetryDelayMs(message.tries, message.expiresAt !== null)
  if (failure.kind === 'permanent' || delayMs === undefined) {
    // A message that expires, such as a code, is useless by the time an administrator handles it.
    if (message.expiresAt === null) await parkMessage(trx, message, failure.problem, at)
    else await finishMessage(trx, message, { state: 'parked', problem: failure.problem }, at)
    return 'message parked'
  }
  const problem = isInterrupted ? 'interrupted' : failure.problem
  await returnMessage(trx, message, { nextTryAt: new Date(at.getTime() + delayMs), problem }, at)
  return 'message not sent yet'
}

/** Delays between attempts to write, in milliseconds: half a minute in all, within the two minutes of a lease. */
const retryDelaysMs = [100, 400, 1500, 4000, 8000, 16_000]

/**
 * Repeats a write while the database is unavailable. A sent message that is not recorded would be sent twice.
 * @param signal ends the delays
 * @throws the last error, or that of the signal
 */
async function retryWrite<Result>(write: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await write()
    } catch {
      // The last attempt below throws its error.
      await sleep(delayMs, undefined, { signal })
    }
  }
  return write()
}
