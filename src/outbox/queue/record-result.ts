import type { Conflict, EntryQueue, ServerRowRef, StoredEntry, Rejection, AttemptFailure } from '../entry.ts'
import type { Sealed } from '#lib/device-store/sealing.ts'
import { findEntry, replaceInQueue, removeFromQueue } from './dependencies.ts'
import { rebase } from './enqueue.ts'

/** How a try ended. */
export type AttemptResult =
  | { kind: 'done'; ref: ServerRowRef }
  /** No answer of our server, or one that says to come again. */
  | { kind: 'wait'; trouble: AttemptFailure; retryAfterMs?: number }
  | { kind: 'needs_auth' }
  | { kind: 'rejected'; trouble: AttemptFailure; told: Rejection }
  | { kind: 'conflict'; trouble: AttemptFailure; told: Rejection & { conflict: Conflict } }

/** What is written of an {@link Outcome}: what the server told is sealed by then. */
export type StoredResult =
  | { kind: 'done'; ref: ServerRowRef }
  | { kind: 'wait'; trouble: AttemptFailure; delayMs: number }
  | { kind: 'needs_auth'; delayMs: number }
  | { kind: 'rejected' | 'conflict'; trouble: AttemptFailure; told: Sealed<Rejection> }
  /** Refused, and nothing that its person would have to know. */
  | { kind: 'dropped' }

/** The id of an entry, and the key under which it was tried. */
export type TriedEntry = Pick<StoredEntry, 'id' | 'key'>

/** Writes down how the try of an entry under a key ended. A key that is no longer the entry's changes nothing. */
export function recordResult(
  queue: EntryQueue,
  { id, key }: TriedEntry,
  end: StoredResult,
  nowMs: number,
): EntryQueue {
  const entry = findEntry(queue, id)
  if (!entry || entry.key !== key || entry.state === 'done') return queue
  const { lease: _lease, told: _told, trouble: _trouble, ...rest } = entry
  const put = (change: Partial<StoredEntry>): EntryQueue => ({
    ...queue,
    entries: queue.entries.map((one) => (one.id === id ? { ...rest, ...change } : one)),
  })
  switch (end.kind) {
    case 'done':
      return passOn(put({ state: 'done', serverRef: end.ref, doneAtMs: nowMs }), entry, end.ref)
    case 'wait':
      return put({ state: 'waiting', nextAtMs: nowMs + end.delayMs, trouble: end.trouble })
    case 'needs_auth':
      // The server has not looked at it: no try is spent.
      return put({ state: 'needs_auth', nextAtMs: nowMs + end.delayMs, tries: entry.tries - 1 })
    case 'dropped':
      return removeFromQueue(queue, new Set([id]))
    default:
      return put({ state: end.kind, trouble: end.trouble, told: end.told })
  }
}

/** Those behind learn what the row is called, and which version the server holds now. */
function passOn(queue: EntryQueue, sent: StoredEntry, ref: ServerRowRef): EntryQueue {
  return queue.entries
    .filter(({ dependsOn }) => dependsOn === sent.id)
    .reduce((changed, { id, deed }) => replaceInQueue(changed, id, rebase(deed, sent.deed, ref)), queue)
}

/** A file's number is part of the body from here on. */
export function recordUpload(queue: EntryQueue, id: string, field: number, no: string): EntryQueue {
  const entry = findEntry(queue, id)
  if (!entry) return queue
  const files = entry.files.map((file, index) => (index === field ? { ...file, uploadedAs: no } : file))
  return replaceInQueue(queue, id, { files })
}
