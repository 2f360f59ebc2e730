import type { EntryQueue } from './entry.ts'
import { mergeIntoRejected } from './merge-into-rejected.ts'
import { getNextDueAt, leaseNext, type LeaseHolder } from './queue/lease.ts'
import { attemptEntry } from './attempt.ts'
import { isConfirmedUser, type SenderDeps } from './outbox-deps.ts'

/** Sends what waits. */
export interface Sender {
  /** There may be something to send. Settles when what can be sent has been. */
  wake: () => Promise<void>
}

/** Makes the sender of one page, or of the worker. */
export function createSender(parts: SenderDeps): Sender {
  const { clock, locks, queues } = parts
  const holder = parts.newId()
  let running: Promise<void> | undefined
  let isAsked = false
  let stopTimer: (() => void) | undefined

  const sendAll = async (owner: string, locked: boolean) => {
    for (;;) {
      const picker: LeaseHolder = { nowMs: clock.nowMs(), holder, locked }
      if (!isConfirmedUser(parts, owner) || parts.isCut?.()) return
      const entry = await queues.change(owner, (queue) => {
        const picked = leaseNext(queue, picker)
        return { queue: picked.queue, result: picked.entry }
      })
      if (!entry) return plan(await queues.read(owner), picker)
      await (parts.during ?? itself)(attemptEntry(parts, owner, entry, picker))
      if (parts.person()?.owner === owner) await mergeIntoRejected(parts, owner)
      // What became of it was written into what its person had left sealed.
      else await parts.park?.(owner)
    }
  }
  const plan = (queue: EntryQueue, picker: LeaseHolder) => {
    const dueAtMs = getNextDueAt(queue, picker)
    if (dueAtMs === undefined) stopTimer?.()
    else lookAgain(Math.max(0, dueAtMs - clock.nowMs()))
  }
  const lookAgain = (afterMs: number) => {
    stopTimer?.()
    stopTimer = clock.after(afterMs, () => void sender.wake())
  }
  const look = async () => {
    const owner = parts.person()?.owner
    if (owner === undefined) return
    await mergeIntoRejected(parts, owner)
    if (parts.isCut?.()) return
    const picker: LeaseHolder = { nowMs: clock.nowMs(), holder, locked: false }
    if (getNextDueAt(await queues.read(owner), picker) === undefined) return
    if (!isConfirmedUser(parts, owner)) await parts.confirm()
    if (isConfirmedUser(parts, owner))
      return locks.alone(`outbox:${owner}`, (locked) => sendAll(owner, locked))
    lookAgain(confirmAgainMs)
  }
  const run = async () => {
    while (isAsked) {
      isAsked = false
      // A store that does not answer is asked again with the next occasion.
      await look().catch(() => undefined)
    }
  }
  const sender: Sender = {
    wake() {
      isAsked = true
      running ??= run().finally(() => {
        running = undefined
        // Asked in the moment between the last look and this one.
        if (isAsked) void sender.wake()
      })
      return running
    },
  }
  return sender
}

/** How soon it is asked again whose the token is, while the server does not answer, in milliseconds. */
const confirmAgainMs = 30_000

const itself = <T>(work: Promise<T>): Promise<T> => work
