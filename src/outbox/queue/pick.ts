import { leaseMs, mostRetryMs } from '../delays.ts'
import type { Queue, StoredEntry } from '../entry.ts'
import { isBlocked, isHeldBack, isKnown, withEntry } from './chain.ts'

/** Who wants to send. */
export interface Picker {
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
export function pick(queue: Queue, picker: Picker): { queue: Queue; entry: StoredEntry | undefined } {
  const next = frontOf(queue, picker)
  if (!next || dueAt(next, picker) > picker.nowMs) return { queue, entry: undefined }
  const { nowMs, holder, locked } = picker
  const changed = withEntry(queue, next.id, {
    state: 'sending',
    tries: next.tries + 1,
    isTried: true,
    lease: { holder, untilMs: nowMs + leaseMs, locked },
  })
  return { queue: changed, entry: changed.entries.find(({ id }) => id === next.id) }
}

/** When there will be something to send, in milliseconds; undefined when all is done or needs the person. */
export function nextDueAt(queue: Queue, picker: Picker): number | undefined {
  const next = frontOf(queue, picker)
  if (!next) return undefined
  // What is held back may come first when its time is over, while that one waits longer.
  const held = openOf(queue).filter((entry) => isHeld(entry, picker))
  return Math.min(...[next, ...held].map((entry) => dueAt(entry, picker)))
}

/** Keeps the entry for its sender while a large file goes out. */
export function renew(queue: Queue, id: string, { holder, nowMs, locked }: Picker): Queue {
  const entry = queue.entries.find((one) => one.id === id)
  if (entry?.lease?.holder !== holder) return queue
  return withEntry(queue, id, { lease: { holder, untilMs: nowMs + leaseMs, locked } })
}

function frontOf(queue: Queue, picker: Picker): StoredEntry | undefined {
  const open = openOf(queue)
  const inOrder = [...open.filter(({ isQuiet }) => !isQuiet), ...open.filter(({ isQuiet }) => isQuiet)]
  const free = inOrder.filter((entry) => !isInTheWay(entry))
  return free.find((entry) => !isHeld(entry, picker)) ?? free[0] ?? inOrder[0]
}

const openOf = (queue: Queue): StoredEntry[] =>
  queue.entries.filter((entry) => isKnown(entry) && isToSend(entry) && !isBlocked(queue, entry))

const isHeld = (entry: StoredEntry, picker: Picker) =>
  isHeldBack(entry) && dueAt(entry, picker) > picker.nowMs

const isToSend = ({ state }: StoredEntry) =>
  state === 'queued' || state === 'waiting' || state === 'sending' || state === 'needs_auth'

/** Others' calls are answered, but over this one the server fails, or something on the way refuses it. */
const isInTheWay = ({ state, tries, trouble }: StoredEntry) =>
  state === 'waiting' &&
  tries >= triesInTheWay &&
  (trouble?.key === 'server.error' || (trouble?.status !== undefined && trouble.key === undefined))

/** A clock that was set back would have entries wait for days: no wait is longer than the longest there is. */
function dueAt(entry: StoredEntry, { nowMs, holder, locked }: Picker): number {
  const { state, lease, nextAtMs } = entry
  if (state === 'queued') return nowMs
  if (state !== 'sending') return nextAtMs - nowMs > mostRetryMs ? nowMs : nextAtMs
  const isLeft = !lease || lease.holder === holder || (lease.locked && locked)
  return isLeft || lease.untilMs - nowMs > leaseMs ? nowMs : lease.untilMs
}
