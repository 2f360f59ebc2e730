import type { EntryQueue } from './entry.ts'
import { mergeIntoRejected } from './merge-into-rejected.ts'
import { getNextDueAt, leaseNext, type LeaseHolder } from './queue/lease.ts'
import { attemptEntry } from './attempt.ts'
import { isConfirmedUser, type SenderDeps } from './outbox-deps.ts'

/** Sends the entries of the signed-in user. */
export interface Sender {
  /** Sends the entries that are due. Settles when no entry is due any more. */
  wake: () => Promise<void>
}

/** Creates the sender of a page or of the worker. */
export function createSender(deps: SenderDeps): Sender {
  const { clock, locks, queues } = deps
  const holder = deps.newId()
  let currentRun: Promise<void> | undefined
  let isRequested = false
  let cancelTimer: (() => void) | undefined

  const sendAll = async (owner: string, locked: boolean) => {
    for (;;) {
      const leaseHolder: LeaseHolder = { nowMs: clock.nowMs(), holder, locked }
      if (!isConfirmedUser(deps, owner) || deps.hasNoNetwork?.()) return
      const entry = await queues.change(owner, (queue) => {
        const leased = leaseNext(queue, leaseHolder)
        return { queue: leased.queue, result: leased.entry }
      })
      if (!entry) return scheduleNext(await queues.read(owner), leaseHolder)
      await (deps.trackWork ?? identity)(attemptEntry(deps, owner, entry, leaseHolder))
      if (deps.getUser()?.owner === owner) await mergeIntoRejected(deps, owner)
      // The user signed out during the attempt. Recording the result resumed the queue, so it is suspended again.
      else await deps.suspend?.(owner)
    }
  }
  const scheduleNext = (queue: EntryQueue, leaseHolder: LeaseHolder) => {
    const dueAtMs = getNextDueAt(queue, leaseHolder)
    if (dueAtMs === undefined) cancelTimer?.()
    else scheduleWake(Math.max(0, dueAtMs - clock.nowMs()))
  }
  const scheduleWake = (delayMs: number) => {
    cancelTimer?.()
    cancelTimer = clock.after(delayMs, () => void sender.wake())
  }
  const sendDue = async () => {
    const owner = deps.getUser()?.owner
    if (owner === undefined) return
    await mergeIntoRejected(deps, owner)
    if (deps.hasNoNetwork?.()) return
    const leaseHolder: LeaseHolder = { nowMs: clock.nowMs(), holder, locked: false }
    if (getNextDueAt(await queues.read(owner), leaseHolder) === undefined) return
    if (!isConfirmedUser(deps, owner)) await deps.confirmUser()
    if (isConfirmedUser(deps, owner))
      return locks.request(`outbox:${owner}`, (locked) => sendAll(owner, locked))
    scheduleWake(confirmRetryMs)
  }
  const run = async () => {
    while (isRequested) {
      isRequested = false
      // When the store fails, the next call of `wake` tries again.
      await sendDue().catch(() => undefined)
    }
  }
  const sender: Sender = {
    wake() {
      isRequested = true
      currentRun ??= run().finally(() => {
        currentRun = undefined
        // `wake` was called between the end of the loop and this callback.
        if (isRequested) void sender.wake()
      })
      return currentRun
    },
  }
  return sender
}

/** Delay before the token's user is fetched again when the server did not respond, in milliseconds. */
const confirmRetryMs = 30_000

const identity = <T>(work: Promise<T>): Promise<T> => work
