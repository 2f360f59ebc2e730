import type { Conflict, EntryQueue, ServerRowRef, StoredEntry, Rejection, AttemptFailure } from '../entry.ts'
import type { Sealed } from '#platform/device-store/sealing.ts'
import { findEntry, patchEntry, removeFromQueue } from './dependencies.ts'
import { rebase } from './enqueue.ts'

/** How an attempt ended. */
export type AttemptResult =
  | { kind: 'done'; ref: ServerRowRef }
  /** No response of the forum's server, or one that allows a retry. */
  | { kind: 'wait'; failure: AttemptFailure; retryAfterMs?: number }
  | { kind: 'needs_auth' }
  | { kind: 'rejected'; failure: AttemptFailure; rejection: Rejection }
  | { kind: 'conflict'; failure: AttemptFailure; rejection: Rejection & { conflict: Conflict } }

/** An {@link AttemptResult} as it is stored, with the rejection sealed. */
export type StoredResult =
  | { kind: 'done'; ref: ServerRowRef }
  /** `delayMs` is the time until the next attempt, as for `needs_auth`. */
  | { kind: 'wait'; failure: AttemptFailure; delayMs: number }
  | { kind: 'needs_auth'; delayMs: number }
  | { kind: 'rejected' | 'conflict'; failure: AttemptFailure; rejection: Sealed<Rejection> }
  /** The server refused a background entry, which is removed without notice. */
  | { kind: 'dropped' }

/** The id of an entry, and the key of the attempt. */
export type TriedEntry = Pick<StoredEntry, 'id' | 'key'>

/** Records the result of an attempt. A result under a key that the entry no longer has changes nothing. */
export function recordResult(
  queue: EntryQueue,
  { id, key }: TriedEntry,
  result: StoredResult,
  nowMs: number,
): EntryQueue {
  const entry = findEntry(queue, id)
  if (!entry || entry.key !== key || entry.state === 'done') return queue
  // The result replaces what earlier attempts have left.
  const { lease: _lease, told: _told, trouble: _trouble, ...entryFields } = entry
  const update = (change: Partial<StoredEntry>): EntryQueue => ({
    ...queue,
    entries: queue.entries.map((other) => (other.id === id ? { ...entryFields, ...change } : other)),
  })
  switch (result.kind) {
    case 'done':
      return rebaseDependents(
        update({ state: 'done', serverRef: result.ref, doneAtMs: nowMs }),
        entry,
        result.ref,
      )
    case 'wait':
      return update({ state: 'waiting', nextAtMs: nowMs + result.delayMs, trouble: result.failure })
    case 'needs_auth':
      // The server has not processed the entry, so the attempt does not count.
      return update({ state: 'needs_auth', nextAtMs: nowMs + result.delayMs, tries: entry.tries - 1 })
    case 'dropped':
      return removeFromQueue(queue, new Set([id]))
    default:
      return update({ state: result.kind, trouble: result.failure, told: result.rejection })
  }
}

/** Sets the row's id and version in the entries that depend on the sent one. */
function rebaseDependents(queue: EntryQueue, sent: StoredEntry, ref: ServerRowRef): EntryQueue {
  return queue.entries
    .filter(({ dependsOn }) => dependsOn === sent.id)
    .reduce((changed, { id, deed }) => patchEntry(changed, id, rebase(deed, sent.deed, ref)), queue)
}

/** Records the server's number of an uploaded file, which is part of the body from then on. */
export function recordUpload(queue: EntryQueue, id: string, fileIndex: number, no: string): EntryQueue {
  const entry = findEntry(queue, id)
  if (!entry) return queue
  const files = entry.files.map((file, index) => (index === fileIndex ? { ...file, uploadedAs: no } : file))
  return patchEntry(queue, id, { files })
}
