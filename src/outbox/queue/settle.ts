import type { Conflict, Queue, ServerRef, StoredEntry, Told, Trouble } from '../entry.ts'
import type { Sealed } from '#lib/device-store/sealing.ts'
import { findEntry, withEntry, withoutEntries } from './chain.ts'
import { rebased } from './enqueue.ts'

/** How a try ended. */
export type Outcome =
  | { kind: 'done'; ref: ServerRef }
  /** No answer of our server, or one that says to come again. */
  | { kind: 'wait'; trouble: Trouble; retryAfterMs?: number }
  | { kind: 'needs_auth' }
  | { kind: 'rejected'; trouble: Trouble; told: Told }
  | { kind: 'conflict'; trouble: Trouble; told: Told & { conflict: Conflict } }

/** What is written of an {@link Outcome}: what the server told is sealed by then. */
export type Settlement =
  | { kind: 'done'; ref: ServerRef }
  | { kind: 'wait'; trouble: Trouble; delayMs: number }
  | { kind: 'needs_auth'; delayMs: number }
  | { kind: 'rejected' | 'conflict'; trouble: Trouble; told: Sealed<Told> }
  /** Refused, and nothing that its person would have to know. */
  | { kind: 'dropped' }

/** The id of an entry, and the key under which it was tried. */
export type TriedEntry = Pick<StoredEntry, 'id' | 'key'>

/** Writes down how the try of an entry under a key ended. A key that is no longer the entry's changes nothing. */
export function settle(queue: Queue, { id, key }: TriedEntry, end: Settlement, nowMs: number): Queue {
  const entry = findEntry(queue, id)
  if (!entry || entry.key !== key || entry.state === 'done') return queue
  const { lease: _lease, told: _told, trouble: _trouble, ...rest } = entry
  const put = (change: Partial<StoredEntry>): Queue => ({
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
      return withoutEntries(queue, new Set([id]))
    default:
      return put({ state: end.kind, trouble: end.trouble, told: end.told })
  }
}

/** Those behind learn what the row is called, and which version the server holds now. */
function passOn(queue: Queue, sent: StoredEntry, ref: ServerRef): Queue {
  return queue.entries
    .filter(({ dependsOn }) => dependsOn === sent.id)
    .reduce((changed, { id, deed }) => withEntry(changed, id, rebased(deed, sent.deed, ref)), queue)
}

/** A file's number is part of the body from here on. */
export function noteUpload(queue: Queue, id: string, field: number, no: string): Queue {
  const entry = findEntry(queue, id)
  if (!entry) return queue
  const files = entry.files.map((file, index) => (index === field ? { ...file, uploadedAs: no } : file))
  return withEntry(queue, id, { files })
}
