import type { EntryQueue, StoredEntry } from '../entry.ts'
import { replaceEntry, type Revision } from './amend.ts'
import { findEntry, isReadable, removeFromQueue } from './dependencies.ts'

/** A rejected entry, and the update that it blocks. */
export interface MergeCandidate {
  rejected: StoredEntry
  /** The update. */
  change: StoredEntry
}

/**
 * Finds an update that a rejected entry blocks. The update would be blocked forever, and it may fix the rejected values.
 * So it is merged into the rejected entry, which is then sent again.
 */
export function findMergeCandidate(queue: EntryQueue): MergeCandidate | undefined {
  for (const change of queue.entries) {
    if (!isReadable(change) || change.deed.kind !== 'update' || change.state !== 'queued') continue
    const rejected = change.dependsOn === undefined ? undefined : findEntry(queue, change.dependsOn)
    if (rejected?.state === 'rejected' && isCreateOrUpdate(rejected)) return { rejected, change }
  }
  return undefined
}

/** Replaces both entries by one with the merged content. Changes nothing when one of them has changed since. */
export function mergeCandidate(
  queue: EntryQueue,
  { rejected: candidate, change }: MergeCandidate,
  revision: Revision,
): EntryQueue {
  const [currentRejected, currentChange] = [findEntry(queue, candidate.id), findEntry(queue, change.id)]
  if (currentRejected?.key !== candidate.key || currentRejected.state !== 'rejected') return queue
  if (currentChange?.key !== change.key || currentChange.state !== 'queued') return queue
  const mergedQueue = removeFromQueue(
    replaceEntry(queue, currentRejected, { ...currentRejected, ...revision }),
    new Set([change.id]),
  )
  return {
    ...mergedQueue,
    entries: mergedQueue.entries.map((entry) =>
      entry.dependsOn === change.id ? { ...entry, dependsOn: candidate.id } : entry,
    ),
  }
}

const isCreateOrUpdate = ({ deed }: StoredEntry) => deed.kind === 'create' || deed.kind === 'update'
