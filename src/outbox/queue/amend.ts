import type { Operation, EntryFile, EntryQueue, StoredEntry } from '../entry.ts'
import type { EntryContent } from '../entry.ts'
import type { Sealed } from '#lib/device-store/sealing.ts'
import {
  listDependents,
  findEntry,
  isDelayed,
  isLeased,
  replaceInQueue,
  removeFromQueue,
} from './dependencies.ts'

/** What a person changes of an entry. */
export interface Revision {
  /** For the new body: the old key stands for the old one. */
  key: string
  content: Sealed<EntryContent>
  files: readonly EntryFile[]
  /** When it was said anew: from then on it ages, and what was typed until then was handed in with it. */
  createdAtMs?: number
}

/** Whether the server may have taken the entry, or take it this moment. */
export const isPossiblySent = ({ isTried, state }: StoredEntry): boolean => isTried && !isRefused.has(state)

/** States in which the server has said that it did not take the entry. */
const isRefused: ReadonlySet<StoredEntry['state']> = new Set(['rejected', 'conflict'])

/**
 * Changes what an entry says, in its place. Undefined when it may have been taken by the server already, with what it
 * said then: the change must follow it as an entry of its own.
 */
export function revise(queue: EntryQueue, id: string, revision: Revision): EntryQueue | undefined {
  const entry = findEntry(queue, id)
  if (!entry || isPossiblySent(entry)) return undefined
  return replaceEntry(queue, entry, { ...entry, ...revision })
}

/** Takes an entry away, and what depends on it. Undefined while it is being sent. */
export function discard(queue: EntryQueue, id: string, nowMs: number): EntryQueue | undefined {
  const entry = findEntry(queue, id)
  if (!entry || isLeased(entry, nowMs)) return undefined
  return removeFromQueue(queue, listDependents(queue, id))
}

/** Takes an entry away that never went out, and what depends on it. Undefined when the server may have taken it. */
export function cancelUnsent(queue: EntryQueue, id: string): EntryQueue | undefined {
  const entry = findEntry(queue, id)
  return entry && !entry.isTried ? removeFromQueue(queue, listDependents(queue, id)) : undefined
}

/** Sends what is here once more over what the server holds now. */
export function keepLocal(queue: EntryQueue, id: string, key: string, version: number): EntryQueue {
  const entry = findEntry(queue, id)
  if (entry?.state !== 'conflict') return queue
  return replaceEntry(queue, entry, { ...entry, key, deed: withVersion(entry.deed, version) })
}

/** Sends of what is here as much as its person keeps, over what the server holds now. */
export function keepFields(queue: EntryQueue, id: string, revision: Revision, version: number): EntryQueue {
  const entry = findEntry(queue, id)
  if (entry?.state !== 'conflict') return queue
  return replaceEntry(queue, entry, { ...entry, ...revision, deed: withVersion(entry.deed, version) })
}

/** Lets go of an entry because what the server holds now is right; what waited for it is held against that. */
export function acceptRemote(queue: EntryQueue, id: string, version: number): EntryQueue {
  const entry = findEntry(queue, id)
  if (entry?.state !== 'conflict') return queue
  const behind = queue.entries.filter(({ dependsOn }) => dependsOn === id)
  const moved = behind.reduce((changed, one) => {
    const { dependsOn: _entry, ...rest } = one
    const next = { ...rest, ...(entry.dependsOn !== undefined && { dependsOn: entry.dependsOn }) }
    return replaceEntry(changed, one, { ...next, deed: withVersion(one.deed, version) }, one.state)
  }, queue)
  return removeFromQueue(moved, new Set([id]))
}

/** Sends an entry that had become too old, since its person says so. */
export function retryExpired(queue: EntryQueue, id: string, nowMs: number): EntryQueue {
  const entry = findEntry(queue, id)
  if (entry?.state !== 'expired') return queue
  return replaceInQueue(queue, id, { state: 'queued', createdAtMs: nowMs })
}

/**
 * There is a network again, somebody is signed in again, or asks by hand: what waits is due now. Not what the server
 * itself asked to wait: that it said for all; nor what is held back so that it can be taken back.
 * @param fewerTries what was tried as often keeps to its own time: that others are answered says little of it
 */
export function scheduleNow(queue: EntryQueue, fewerTries = Infinity): EntryQueue {
  const isMeant = (entry: StoredEntry) => isHeldUp(entry) && entry.tries < fewerTries
  if (!queue.entries.some(isMeant)) return queue
  const entries = queue.entries.map((entry): StoredEntry =>
    isMeant(entry) ? { ...entry, nextAtMs: 0 } : entry,
  )
  return { ...queue, entries }
}

const isHeldUp = (entry: StoredEntry) =>
  (entry.state === 'needs_auth' || entry.state === 'waiting') &&
  entry.nextAtMs > 0 &&
  entry.trouble?.isAskedToWait !== true &&
  !isDelayed(entry)

/** Puts an entry that says something else in the place of one, to be sent like a new one. */
export function replaceEntry(
  queue: EntryQueue,
  { id }: StoredEntry,
  next: StoredEntry,
  state: StoredEntry['state'] = 'queued',
): EntryQueue {
  const { told: _told, trouble: _trouble, lease: _lease, ...rest } = next
  const entry: StoredEntry =
    state === 'queued' ? { ...rest, state, isTried: false, nextAtMs: 0 } : { ...next, state }
  return { ...queue, entries: queue.entries.map((one) => (one.id === id ? entry : one)) }
}

/** A deletion that named no version was meant whatever stands there: it stays so. */
function withVersion(deed: Operation, baseVersion: number): Operation {
  if (deed.kind === 'create' || (deed.kind === 'delete' && deed.baseVersion === undefined)) return deed
  return { ...deed, baseVersion }
}
