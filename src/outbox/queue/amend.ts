import type { Operation, EntryFile, EntryQueue, StoredEntry } from '../entry.ts'
import type { EntryContent } from '../entry.ts'
import type { Sealed } from '#platform/device-store/sealing.ts'
import {
  listDependents,
  findEntry,
  isDelayed,
  isLeased,
  patchEntry,
  removeFromQueue,
} from './dependencies.ts'

/** New content of an entry. */
export interface Revision {
  /** A new key, since a key belongs to one body. */
  key: string
  content: Sealed<EntryContent>
  files: readonly EntryFile[]
  /** Time of the change, from which the entry's age counts. By default the entry keeps its age. */
  createdAtMs?: number
}

/** Returns whether the server may have taken the entry, or may be taking it now. */
export const isPossiblySent = ({ isTried, state }: StoredEntry): boolean =>
  isTried && !rejectedStates.has(state)

/** States in which the server has refused the entry. */
const rejectedStates: ReadonlySet<StoredEntry['state']> = new Set(['rejected', 'conflict'])

/**
 * Changes the content of an entry in place. Returns undefined when the server may have taken the old content already:
 * then the change must become a follow-up entry.
 */
export function revise(queue: EntryQueue, id: string, revision: Revision): EntryQueue | undefined {
  const entry = findEntry(queue, id)
  if (!entry || isPossiblySent(entry)) return undefined
  return replaceEntry(queue, entry, { ...entry, ...revision })
}

/** Removes an entry and its dependents. Returns undefined while the entry is being sent. */
export function discard(queue: EntryQueue, id: string, nowMs: number): EntryQueue | undefined {
  const entry = findEntry(queue, id)
  if (!entry || isLeased(entry, nowMs)) return undefined
  return removeFromQueue(queue, listDependents(queue, id))
}

/** Removes an entry that was never sent, and its dependents. Returns undefined when the server may have taken it. */
export function cancelUnsent(queue: EntryQueue, id: string): EntryQueue | undefined {
  const entry = findEntry(queue, id)
  return entry && !entry.isTried ? removeFromQueue(queue, listDependents(queue, id)) : undefined
}

/** Resolves a conflict with the entry's content, which is sent over the server's version. */
export function keepLocal(queue: EntryQueue, id: string, key: string, version: number): EntryQueue {
  const entry = findEntry(queue, id)
  if (entry?.state !== 'conflict') return queue
  return replaceEntry(queue, entry, { ...entry, key, deed: withVersion(entry.deed, version) })
}

/** Resolves a conflict with the fields that the user chose, which are sent over the server's version. */
export function keepFields(queue: EntryQueue, id: string, revision: Revision, version: number): EntryQueue {
  const entry = findEntry(queue, id)
  if (entry?.state !== 'conflict') return queue
  return replaceEntry(queue, entry, { ...entry, ...revision, deed: withVersion(entry.deed, version) })
}

/** Resolves a conflict with the server's version: removes the entry, and bases its dependents on that version. */
export function acceptRemote(queue: EntryQueue, id: string, version: number): EntryQueue {
  const entry = findEntry(queue, id)
  if (entry?.state !== 'conflict') return queue
  const dependents = queue.entries.filter(({ dependsOn }) => dependsOn === id)
  const rebasedQueue = dependents.reduce((changed, dependent) => {
    // A dependent of the removed entry now depends on what that one depended on.
    const { dependsOn: _removedId, ...remaining } = dependent
    const next = { ...remaining, ...(entry.dependsOn !== undefined && { dependsOn: entry.dependsOn }) }
    return replaceEntry(
      changed,
      dependent,
      { ...next, deed: withVersion(dependent.deed, version) },
      dependent.state,
    )
  }, queue)
  return removeFromQueue(rebasedQueue, new Set([id]))
}

/** Sends an expired entry after all, as the user has decided. */
export function retryExpired(queue: EntryQueue, id: string, nowMs: number): EntryQueue {
  const entry = findEntry(queue, id)
  if (entry?.state !== 'expired') return queue
  return patchEntry(queue, id, { state: 'queued', createdAtMs: nowMs })
}

/**
 * Makes entries that wait for a retry due now. Entries with a `Retry-After` of the server are not affected, nor are
 * delayed entries that the user may still cancel.
 * @param triesLimit entries with this many attempts or more keep their retry time, because a missing network is not their
 *   only problem. By default no entry does
 */
export function scheduleNow(queue: EntryQueue, triesLimit = Infinity): EntryQueue {
  const isDueNow = (entry: StoredEntry) => isWaitingForRetry(entry) && entry.tries < triesLimit
  if (!queue.entries.some(isDueNow)) return queue
  const entries = queue.entries.map((entry): StoredEntry =>
    isDueNow(entry) ? { ...entry, nextAtMs: 0 } : entry,
  )
  return { ...queue, entries }
}

const isWaitingForRetry = (entry: StoredEntry) =>
  (entry.state === 'needs_auth' || entry.state === 'waiting') &&
  entry.nextAtMs > 0 &&
  entry.trouble?.isAskedToWait !== true &&
  !isDelayed(entry)

/**
 * Replaces an entry. By default it is sent like a new one: without rejection, lease and attempts under its key. With another
 * state all its fields stay as given. For a change of single fields see `patchEntry`.
 */
export function replaceEntry(
  queue: EntryQueue,
  { id }: StoredEntry,
  changedEntry: StoredEntry,
  state: StoredEntry['state'] = 'queued',
): EntryQueue {
  const { told: _told, trouble: _trouble, lease: _lease, ...entryFields } = changedEntry
  const entry: StoredEntry =
    state === 'queued' ? { ...entryFields, state, isTried: false, nextAtMs: 0 } : { ...changedEntry, state }
  return { ...queue, entries: queue.entries.map((other) => (other.id === id ? entry : other)) }
}

/** Sets the base version. A delete without a version deletes any version, and stays so. */
function withVersion(operation: Operation, baseVersion: number): Operation {
  if (operation.kind === 'create' || (operation.kind === 'delete' && operation.baseVersion === undefined))
    return operation
  return { ...operation, baseVersion }
}
