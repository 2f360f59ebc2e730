import { leaseMs, maxRetryMs } from '../timing.ts'
import type { EntryQueue, StoredEntry } from '../entry.ts'
import { isBlocked, isDelayed, isReadable, replaceInQueue } from './dependencies.ts'

/** Who wants to send. */
export interface LeaseHolder {
  nowMs: number
  holder: string
  /** It has the Web Lock of this queue. */
  locked: boolean
}

/** Tries after which an entry over which the server itself fails lets the others pass. */
const triesInTheWay = 5

/**
 * The entry that is to be sent now, taken by this sender; undefined when there is none yet. Strictly in order: one that
 * waits for its next try holds up all behind it, but one that needs the person, or that its person may still take back,
 * holds up only those that depend on it. What is quiet comes after everything else.
 */
export function leaseNext(
  queue: EntryQueue,
  picker: LeaseHolder,
): { queue: EntryQueue; entry: StoredEntry | undefined } {
  const next = frontOf(queue, picker)
  if (!next || dueAt(next, picker) > picker.nowMs) return { queue, entry: undefined }
  const { nowMs, holder, locked } = picker
  const changed = replaceInQueue(queue, next.id, {
    state: 'sending',
    tries: next.tries + 1,
    isTried: true,
    lease: { holder, untilMs: nowMs + leaseMs, locked },
  })
  return { queue: changed, entry: changed.entries.find(({ id }) => id === next.id) }
}

/** When there will be something to send, in milliseconds; undefined when all is done or needs the person. */
export function getNextDueAt(queue: EntryQueue, picker: LeaseHolder): number | undefined {
  const next = frontOf(queue, picker)
  if (!next) return undefined
  // What is held back may come first when its time is over, while that one waits longer.
  const held = openOf(queue).filter((entry) => isHeld(entry, picker))
  return Math.min(...[next, ...held].map((entry) => dueAt(entry, picker)))
}

/** Keeps the entry for its sender while a large file goes out. */
export function renewLease(
  queue: EntryQueue,
  id: string,
  { holder, nowMs, locked }: LeaseHolder,
): EntryQueue {
  const entry = queue.entries.find((one) => one.id === id)
  if (entry?.lease?.holder !== holder) return queue
  return replaceInQueue(queue, id, { lease: { holder, untilMs: nowMs + leaseMs, locked } })
}

function frontOf(queue: EntryQueue, picker: LeaseHolder): StoredEntry | undefined {
  const open = openOf(queue)
  const inOrder = [...open.filter(({ isQuiet }) => !isQuiet), ...open.filter(({ isQuiet }) => isQuiet)]
  const free = inOrder.filter((entry) => !isInTheWay(entry))
  return free.find((entry) => !isHeld(entry, picker)) ?? free[0] ?? inOrder[0]
}

const openOf = (queue: EntryQueue): StoredEntry[] =>
  queue.entries.filter((entry) => isReadable(entry) && isToSend(entry) && !isBlocked(queue, entry))

const isHeld = (entry: StoredEntry, picker: LeaseHolder) =>
  isDelayed(entry) && dueAt(entry, picker) > picker.nowMs

const isToSend = ({ state }: StoredEntry) =>
  state === 'queued' || state === 'waiting' || state === 'sending' || state === 'needs_auth'

/** Others' calls are answered, but over this one the server fails, or something on the way refuses it. */
const isInTheWay = ({ state, tries, trouble }: StoredEntry) =>
  state === 'waiting' &&
  tries >= triesInTheWay &&
  (trouble?.key === 'server.error' || (trouble?.status !== undefined && trouble.key === undefined))

/** A clock that was set back would have entries wait for days: no wait is longer than the longest there is. */
function dueAt(entry: StoredEntry, { nowMs, holder, locked }: LeaseHolder): number {
  const { state, lease, nextAtMs } = entry
  if (state === 'queued') return nowMs
  if (state !== 'sending') return nextAtMs - nowMs > maxRetryMs ? nowMs : nextAtMs
  const isLeft = !lease || lease.holder === holder || (lease.locked && locked)
  return isLeft || lease.untilMs - nowMs > leaseMs ? nowMs : lease.untilMs
}
