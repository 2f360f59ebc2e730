import { entrySchemaVersion, type EntryQueue, type StoredEntry } from '../entry.ts'

/** Entries that this version of the app understands; the others are left alone. */
export const isReadable = ({ schemaVersion }: StoredEntry): boolean => schemaVersion === entrySchemaVersion

export const findEntry = ({ entries }: EntryQueue, id: string): StoredEntry | undefined =>
  entries.find((entry) => entry.id === id && isReadable(entry))

/** The queue with one entry changed. */
export function replaceInQueue(queue: EntryQueue, id: string, change: Partial<StoredEntry>): EntryQueue {
  return {
    ...queue,
    entries: queue.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
  }
}

export const removeFromQueue = (queue: EntryQueue, ids: ReadonlySet<string>): EntryQueue => ({
  ...queue,
  entries: queue.entries.filter(({ id }) => !ids.has(id)),
})

/** The entry and all that wait for it, directly or through others. */
export function listDependents(queue: EntryQueue, id: string): ReadonlySet<string> {
  const chain = new Set([id])
  // In the order of `seq`, in which an entry stands behind what it depends on.
  for (const entry of queue.entries)
    if (entry.dependsOn !== undefined && chain.has(entry.dependsOn)) chain.add(entry.id)
  return chain
}

/** Whether an entry waits for another one of the queue. */
export function isBlocked({ entries }: EntryQueue, { dependsOn }: StoredEntry): boolean {
  return dependsOn !== undefined && entries.some(({ id, state }) => id === dependsOn && state !== 'done')
}

/** Whether it waits so that its person can take it back, and not for the network or the server. */
export const isDelayed = ({ state, tries, nextAtMs }: StoredEntry): boolean =>
  state === 'waiting' && tries === 0 && nextAtMs > 0

/** Whether somebody is sending it: who died while sending renews no lease. */
export const isLeased = ({ state, lease }: StoredEntry, nowMs: number): boolean =>
  state === 'sending' && lease !== undefined && lease.untilMs > nowMs
