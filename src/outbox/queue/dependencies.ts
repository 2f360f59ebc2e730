import { entrySchemaVersion, type EntryQueue, type StoredEntry } from '../entry.ts'

/** Returns whether this version of the app can read the entry. Entries of other versions are not touched. */
export const isReadable = ({ schemaVersion }: StoredEntry): boolean => schemaVersion === entrySchemaVersion

/** Finds an entry by its id; undefined when it was removed, or belongs to another version of the app. */
export const findEntry = ({ entries }: EntryQueue, id: string): StoredEntry | undefined =>
  entries.find((entry) => entry.id === id && isReadable(entry))

/** Changes some fields of an entry, and leaves the others. */
export function patchEntry(queue: EntryQueue, id: string, change: Partial<StoredEntry>): EntryQueue {
  return {
    ...queue,
    entries: queue.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
  }
}

/** Removes exactly these entries. Their dependents must be removed or changed by the caller. */
export const removeFromQueue = (queue: EntryQueue, ids: ReadonlySet<string>): EntryQueue => ({
  ...queue,
  entries: queue.entries.filter(({ id }) => !ids.has(id)),
})

/** Lists the ids of an entry and of all that depend on it, directly or through others. */
export function listDependents(queue: EntryQueue, id: string): ReadonlySet<string> {
  const chain = new Set([id])
  // Entries are in the order of `seq`, so an entry comes after the one that it depends on.
  for (const entry of queue.entries)
    if (entry.dependsOn !== undefined && chain.has(entry.dependsOn)) chain.add(entry.id)
  return chain
}

/** Returns whether an entry depends on one that is not sent. */
export function isBlocked({ entries }: EntryQueue, { dependsOn }: StoredEntry): boolean {
  return dependsOn !== undefined && entries.some(({ id, state }) => id === dependsOn && state !== 'done')
}

/** Returns whether the entry waits so that the user can cancel it, and not for a retry. */
export const isDelayed = ({ state, tries, nextAtMs }: StoredEntry): boolean =>
  state === 'waiting' && tries === 0 && nextAtMs > 0

/** Returns whether a sender is sending the entry. A sender that has died no longer renews its lease. */
export const isLeased = ({ state, lease }: StoredEntry, nowMs: number): boolean =>
  state === 'sending' && lease !== undefined && lease.untilMs > nowMs
