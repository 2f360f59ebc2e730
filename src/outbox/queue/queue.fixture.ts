import { emptyQueue, type Operation, type EntryQueue, type StoredEntry } from '../entry.ts'
import { enqueue, type NewEntry } from './enqueue.ts'
import type { LeaseHolder } from './lease.ts'

export const nowMs = 1_000_000_000
export const leaseHolder: LeaseHolder = { nowMs, holder: 'here', locked: false }
export const content = {
  kind: 'clear' as const,
  value: { title: '', formPath: '', body: {}, fileNames: [] },
}

/** A new entry about a row. */
export const fresh = (id: string, deed: Operation, entityId = 'row'): NewEntry => ({
  id,
  key: `key-${id}`,
  module: 'side_meetings',
  deed,
  entityId,
  content,
  files: [],
  createdAtMs: nowMs,
})

export const create: Operation = { kind: 'create' }
export const update = (baseVersion: number): Operation => ({ kind: 'update', baseVersion })

export const createQueue = (...entries: NewEntry[]): EntryQueue =>
  entries.reduce((queue, entry) => enqueue(queue, entry).queue, emptyQueue)

/** Returns the queue with one entry changed. */
export const withState = (queue: EntryQueue, id: string, change: Partial<StoredEntry>): EntryQueue => ({
  ...queue,
  entries: queue.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
})

export const ids = ({ entries }: EntryQueue): string[] => entries.map(({ id }) => id)
