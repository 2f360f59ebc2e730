import { formatTimeInTimeZone, formatDateInTimeZone, toInstant } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { readForumZone } from '#server/db/settings.ts'
import { DeliveryError, getErrorCode, type Delivery, type Transport } from './transport.ts'
import { unsealPayload, type Channel } from './outgoing.ts'
import { maxAttempts, claimMessages, type ClaimedMessage } from './queue.ts'
import { createDeliveryRecorder, expiredProblem, type Log } from './record-delivery.ts'
import { renderMessage } from './templates.ts'

/** Dependencies of a sender, for one channel. */
export interface SenderOptions {
  db: Database
  secrets: Secrets
  clock: Clock
  log: Log
  channel: Channel
  transport: Transport
}

/** Sends the messages of a channel. */
export interface Sender {
  /** Claims as many messages as possible and starts to send them. @returns how many it claimed */
  claimAndSend(): Promise<number>
  /** Waits a moment for running attempts, returns the rest to the queue, and claims no more. */
  stop(): Promise<void>
}

/** Messages of a channel that a process sends at the same time. */
const maxConcurrentMessages = 5
/** Timeout of an attempt, in milliseconds. Providers may be slow, and no user waits for it. */
const attemptTimeoutMs = 45_000
/** How long attempts can continue when the process stops, in milliseconds. The server ends within ten seconds of SIGTERM. */
const stopTimeoutMs = 3000
/** Pauses of the channel while its provider is down, in milliseconds, doubling. */
const firstPauseMs = 1000
const maxPauseMs = 60_000

/** Creates the sender of a channel. @param onSettled called after each message, when the next one can be claimed */
export function createSender(options: SenderOptions, onSettled: () => void): Sender {
  const { db, clock, channel, transport, log } = options
  /** Messages that are being sent, by id; each promise resolves when the result is recorded. */
  const inFlight = new Map<string, Promise<void>>()
  /** Aborts running attempts when the process cannot wait for them any longer. */
  const stopController = new AbortController()
  let isStopped = false
  const recordResult = createDeliveryRecorder(db, channel, log, stopController.signal)
  /** Failures of the provider without a success in between. */
  let failureCount = 0
  /** The last pause of the channel: its start, in milliseconds since 1970, and its length. */
  let pause = { fromMs: 0, ms: 0 }

  function startDelivery(message: ClaimedMessage): void {
    const delivery = attemptDelivery(message)
      .catch((error: unknown) =>
        log.warn({ message: message.id, problem: getErrorCode(error) }, 'not settled'),
      )
      .finally(() => {
        inFlight.delete(message.id)
        onSettled()
      })
    inFlight.set(message.id, delivery)
  }

  async function attemptDelivery(message: ClaimedMessage): Promise<void> {
    const signal = AbortSignal.any([stopController.signal, AbortSignal.timeout(attemptTimeoutMs)])
    const failure = await deliver(options, message, signal)
    const now = clock.now()
    if (!failure || failure.kind !== 'provider') failureCount = 0
    // Attempts that fail during a pause began before it: they count as one failure.
    else if (!stopController.signal.aborted && !isPaused(now)) {
      pause = { fromMs: now.getTime(), ms: Math.min(firstPauseMs * 2 ** failureCount, maxPauseMs) }
      failureCount += 1
    }
    await recordResult({ message, failure, at: now, isInterrupted: stopController.signal.aborted })
  }

  /** Checks whether the channel pauses. A clock that was set back ends the pause. */
  function isPaused(now: Date): boolean {
    const pausedMs = now.getTime() - pause.fromMs
    return pausedMs >= 0 && pausedMs < pause.ms
  }

  return {
    claimAndSend: async () => {
      const now = clock.now()
      // While the provider is down, single messages probe whether it works again.
      const freeSlots = (failureCount > 0 ? 1 : maxConcurrentMessages) - inFlight.size
      if (isStopped || freeSlots <= 0 || isPaused(now)) return 0
      const messages = await claimMessages(
        db,
        { channel, count: freeSlots, except: [...inFlight.keys()] },
        now,
      )
      messages.forEach(startDelivery)
      return messages.length
    },
    stop: async () => {
      isStopped = true
      const timer = setTimeout(() => stopController.abort(), stopTimeoutMs)
      // Again, because a claim that was running at the stop may have started further attempts.
      while (inFlight.size > 0) await Promise.allSettled(inFlight.values())
      clearTimeout(timer)
      transport.close()
    },
  }
}

/** Sends a message. @returns the failure; undefined when it was sent */
async function deliver(
  { db, clock, secrets, transport }: SenderOptions,
  message: ClaimedMessage,
  signal: AbortSignal,
): Promise<DeliveryError | undefined> {
  // The process died during the last allowed attempt, which was counted but has no result.
  if (message.tries > maxAttempts) return new DeliveryError('permanent', 'outcome unknown')
  if (message.expiresAt !== null && message.expiresAt <= toInstant(clock.now()))
    return new DeliveryError('permanent', expiredProblem)
  const timeZone = await readForumZone(db.kysely)
  try {
    await Promise.race([
      transport.send(toDelivery(secrets, message, timeZone), signal),
      rejectOnAbort(signal),
    ])
    return undefined
  } catch (error) {
    if (error instanceof DeliveryError) return error
    // The content cannot be unsealed or rendered, which no retry changes.
    return new DeliveryError('permanent', error instanceof Error ? error.name : 'unreadable')
  }
}

/**
 * Ends the wait for a transport that cannot abort: a write to a disk that hangs cannot be cancelled. When the process
 * stops, the recorder replaces the problem by `interrupted`.
 */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new DeliveryError('provider', 'timeout'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

/** Unseals and renders a message. @throws UnsealError, or TypeError for a missing text or value */
function toDelivery(secrets: Secrets, message: ClaimedMessage, timeZone: string): Delivery {
  const { to, locale, params } = unsealPayload(secrets, message.id, message.payload)
  const time = `${formatDateInTimeZone(message.createdAt, timeZone)} ${formatTimeInTimeZone(message.createdAt, timeZone)}`
  return {
    id: message.id,
    to,
    locale,
    purpose: String(params['purpose'] ?? message.template),
    code: params['code'] === undefined ? null : String(params['code']),
    at: new Date(message.createdAt),
    ...renderMessage(message.template, locale, { ...params, time: `${time} (${timeZone})` }),
  }
}
