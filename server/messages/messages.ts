import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import type { FindDeletionTime } from '#server/db/deletion-clock.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { getErrorCode, type Transport } from './transport.ts'
import { createMailTransport } from './mail-transport.ts'
import type { Channel } from './outgoing.ts'
import { deleteOldMessages } from './queue.ts'
import { createSender } from './sender.ts'
import type { Log } from './record-delivery.ts'
import { createSmsTransport } from './sms-transport.ts'

/** The worker that sends messages. */
export interface Messages {
  /** Checks for messages to send and data to delete now, instead of within a second. */
  wake(): void
  /**
   * Stops within a few seconds; a second call has no effect. The next start, or another process, sends what remains.
   */
  stop(): Promise<void>
}

/** Dependencies of the worker. */
export interface MessagesOptions {
  db: Database
  secrets: Secrets
  clock: Clock
  log: Log
  transports: Readonly<Record<Channel, Transport>>
  findDeletionTime: FindDeletionTime
  /**
   * Deletes used and expired codes. The messages call it every second, because the texts with the codes lie with their
   * transports.
   * @param time current time; undefined while the clock is not trusted: then only used codes are deleted
   * @param deleteCopies removes the stored copies of messages that are no longer needed
   */
  deleteExpiredCodes: (
    time: Date | undefined,
    deleteCopies: (messageIds: readonly string[]) => Promise<void>,
  ) => Promise<void>
}

/** Interval in milliseconds for polling messages of other processes and due retries. */
const pollEveryMs = 1000

/** Creates the transports that the operator chose. */
export function createTransports(
  config: Pick<Config, 'sms' | 'smsPrefixes' | 'mailUrl' | 'publicUrl' | 'dataDir'>,
) {
  return { sms: createSmsTransport(config), mail: createMailTransport(config) }
}

/**
 * Starts the worker: a loop for each channel, and one that deletes expired data. Several processes on one database share
 * the work.
 */
export function startMessages(options: MessagesOptions): Messages {
  const { transports, log } = options
  const loops = (['sms', 'mail'] as const).map((channel) => {
    const sender = createSender({ ...options, channel, transport: transports[channel] }, () => loop.wake())
    const loop = startLoop(() => sender.claimAndSend(), log)
    return { loop, sender }
  })
  const deletionLoop = startLoop(async () => {
    const time = await options.findDeletionTime()
    await options.deleteExpiredCodes(time, (ids) => deleteCopies(transports, ids))
    if (time) await deleteOldMessages(options.db.kysely, time)
  }, log)
  let stopPromise: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await Promise.all([deletionLoop.stop(), ...loops.map(({ loop }) => loop.stop())])
    await Promise.all(loops.map(({ sender }) => sender.stop()))
  }
  return {
    wake: () => [...loops.map(({ loop }) => loop), deletionLoop].forEach((loop) => loop.wake()),
    stop: () => (stopPromise ??= stop()),
  }
}

/** Removes the copies of messages from each transport that stores them. */
async function deleteCopies(
  transports: MessagesOptions['transports'],
  ids: readonly string[],
): Promise<void> {
  for (const transport of Object.values(transports)) await transport.deleteCopies?.(ids)
}

/** A task that runs again and again. */
interface Loop {
  /** Runs the task now, or once more when it is running. */
  wake(): void
  /** Resolves when the running task is over; no other one starts. */
  stop(): Promise<void>
}

/** Runs a task every second and when it is woken, one at a time. A repeated failure is logged once. */
function startLoop(task: () => Promise<unknown>, log: Log): Loop {
  const stopController = new AbortController()
  /** True when `wake` was called since the start of the task: then no pause follows it. */
  let isWoken = false
  /** Ends the latest pause. */
  let endPause: (() => void) | undefined
  /** Code of the latest failure; undefined after a success. */
  let lastProblem: string | undefined

  async function run(): Promise<void> {
    while (!stopController.signal.aborted) {
      isWoken = false
      try {
        await task()
        lastProblem = undefined
      } catch (error) {
        const code = getErrorCode(error)
        if (lastProblem !== code) log.warn({ problem: code }, 'messages wait')
        lastProblem = code
      }
      if (!isWoken) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollEveryMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const running = run()
  const wake = (): void => {
    isWoken = true
    endPause?.()
  }
  return {
    wake,
    stop: async () => {
      stopController.abort()
      wake()
      await running
    },
  }
}
