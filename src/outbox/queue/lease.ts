import { leaseMs, maxRetryMs } from '../timing.ts'
import type { EntryQueue, StoredEntry } from '../entry.ts'
import { isBlocked, isDelayed, isReadable, patchEntry } from './dependencies.ts'

/** A sender that wants to lease an entry. */
export interface LeaseHolder {
  nowMs: number
  /** Id of the sender. */
  holder: string
  /** True when the sender has the Web Lock of this queue. */
  locked: boolean
}

/** Number of attempts after which an entry that makes the server fail no longer blocks the others. */
const maxBlockingTries = 5

/**
 * Leases the entry that is to be sent now; undefined when none is due. Entries are sent strictly in order: one that waits
 * for a retry blocks all behind it. One that needs a decision, or that the user may still cancel, blocks only its
 * dependents. Background entries come last.
 */
export function leaseNext(
  queue: EntryQueue,
  leaseHolder: LeaseHolder,
): { queue: EntryQueue; entry: StoredEntry | undefined } {
  const nextEntry = findNextEntry(queue, leaseHolder)
  if (!nextEntry || getDueAt(nextEntry, leaseHolder) > leaseHolder.nowMs) return { queue, entry: undefined }
  const { nowMs, holder, locked } = leaseHolder
  const changedQueue = patchEntry(queue, nextEntry.id, {
    state: 'sending',
    tries: nextEntry.tries + 1,
    isTried: true,
    lease: { holder, untilMs: nowMs + leaseMs, locked },
  })
  return { queue: changedQueue, entry: changedQueue.entries.find(({ id }) => id === nextEntry.id) }
}

/** Returns the time at which an entry is due, in milliseconds; undefined when all are done or need a decision. */
export function getNextDueAt(queue: EntryQueue, leaseHolder: LeaseHolder): number | undefined {
  const nextEntry = findNextEntry(queue, leaseHolder)
  if (!nextEntry) return undefined
  // A delayed entry may become due while the next one still waits for its retry.
  const delayed = listSendable(queue).filter((entry) => isStillDelayed(entry, leaseHolder))
  return Math.min(...[nextEntry, ...delayed].map((entry) => getDueAt(entry, leaseHolder)))
}

/** Renews the lease of a sender while it uploads a large file. Changes nothing when it has lost the lease. */
export function renewLease(
  queue: EntryQueue,
  id: string,
  { holder, nowMs, locked }: LeaseHolder,
): EntryQueue {
  const entry = queue.entries.find((candidate) => candidate.id === id)
  if (entry?.lease?.holder !== holder) return queue
  return patchEntry(queue, id, { lease: { holder, untilMs: nowMs + leaseMs, locked } })
}

/** Finds the entry to send next, due or not. Stuck entries come last. */
function findNextEntry(queue: EntryQueue, leaseHolder: LeaseHolder): StoredEntry | undefined {
  const sendable = listSendable(queue)
  const inOrder = [
    ...sendable.filter(({ isQuiet }) => !isQuiet),
    ...sendable.filter(({ isQuiet }) => isQuiet),
  ]
  const notStuck = inOrder.filter((entry) => !isStuck(entry))
  return notStuck.find((entry) => !isStillDelayed(entry, leaseHolder)) ?? notStuck[0] ?? inOrder[0]
}

/** Lists the entries that need neither a decision nor another entry first, due or not. */
const listSendable = (queue: EntryQueue): StoredEntry[] =>
  queue.entries.filter((entry) => isReadable(entry) && canBeSent(entry) && !isBlocked(queue, entry))

/** Returns whether the user can still cancel the entry. */
const isStillDelayed = (entry: StoredEntry, leaseHolder: LeaseHolder) =>
  isDelayed(entry) && getDueAt(entry, leaseHolder) > leaseHolder.nowMs

const canBeSent = ({ state }: StoredEntry) =>
  state === 'queued' || state === 'waiting' || state === 'sending' || state === 'needs_auth'

/** Returns whether the server fails at this entry, or a proxy refuses it, while other requests succeed. */
const isStuck = ({ state, tries, trouble }: StoredEntry) =>
  state === 'waiting' &&
  tries >= maxBlockingTries &&
  (trouble?.key === 'server.error' || (trouble?.status !== undefined && trouble.key === undefined))

/** Returns the time at which an entry is due. After the clock was set back, a delay may be impossibly long: due now. */
function getDueAt(entry: StoredEntry, { nowMs, holder, locked }: LeaseHolder): number {
  const { state, lease, nextAtMs } = entry
  if (state === 'queued') return nowMs
  if (state !== 'sending') return nextAtMs - nowMs > maxRetryMs ? nowMs : nextAtMs
  // A holder that had the Web Lock has ended if this sender has the lock now. A lease of this sender itself is left from an
  // attempt whose result could not be stored.
  const isAbandoned = !lease || lease.holder === holder || (lease.locked && locked)
  return isAbandoned || lease.untilMs - nowMs > leaseMs ? nowMs : lease.untilMs
}
