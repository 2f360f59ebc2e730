import { emptyQueue, type Deed, type Queue, type StoredEntry } from '../entry.ts'
import { enqueue, type NewEntry } from './enqueue.ts'
import type { Picker } from './pick.ts'

export const nowMs = 1_000_000_000
export const picker: Picker = { nowMs, holder: 'here', locked: false }
export const content = {
  kind: 'clear' as const,
  value: { title: '', formPath: '', body: {}, fileNames: [] },
}

/** Something new about a row. */
export const fresh = (id: string, deed: Deed, entityId = 'row'): NewEntry => ({
  id,
  key: `key-${id}`,
  module: 'side_meetings',
  deed,
  entityId,
  content,
  files: [],
  createdAtMs: nowMs,
})

export const create: Deed = { kind: 'create' }
export const update = (baseVersion: number): Deed => ({ kind: 'update', baseVersion })

export const queueOf = (...entries: NewEntry[]): Queue =>
  entries.reduce((queue, entry) => enqueue(queue, entry).queue, emptyQueue)

/** The queue with one entry as it may have become. */
export const withState = (queue: Queue, id: string, change: Partial<StoredEntry>): Queue => ({
  ...queue,
  entries: queue.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
})

export const ids = ({ entries }: Queue): string[] => entries.map(({ id }) => id)
