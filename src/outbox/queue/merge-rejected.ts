import type { EntryQueue, StoredEntry } from '../entry.ts'
import { replaceEntry, type Revision } from './amend.ts'
import { findEntry, isReadable, removeFromQueue } from './dependencies.ts'

/** A rejected entry, and the update that it blocks. */
export interface MergeCandidate {
  rejected: StoredEntry
  change: StoredEntry
}

/**
 * Finds an update that a rejected entry blocks. It would be blocked forever, and it may fix what the server refused. So
 * it is merged into the rejected entry, which is then sent again.
 */
export function findMergeCandidate(queue: EntryQueue): MergeCandidate | undefined {
  for (const change of queue.entries) {
    if (!isReadable(change) || change.deed.kind !== 'update' || change.state !== 'queued') continue
    const rejected = change.dependsOn === undefined ? undefined : findEntry(queue, change.dependsOn)
    if (rejected?.state === 'rejected' && isWriting(rejected)) return { rejected, change }
  }
  return undefined
}

/** Replaces both by one entry. Changes nothing when one of them has changed since. @param revision the merged content */
export function mergeCandidate(
  queue: EntryQueue,
  { rejected: refused, change }: MergeCandidate,
  revision: Revision,
): EntryQueue {
  const [first, second] = [findEntry(queue, refused.id), findEntry(queue, change.id)]
  if (first?.key !== refused.key || first.state !== 'rejected') return queue
  if (second?.key !== change.key || second.state !== 'queued') return queue
  const whole = removeFromQueue(replaceEntry(queue, first, { ...first, ...revision }), new Set([change.id]))
  return {
    ...whole,
    entries: whole.entries.map((entry) =>
      entry.dependsOn === change.id ? { ...entry, dependsOn: refused.id } : entry,
    ),
  }
}

const isWriting = ({ deed }: StoredEntry) => deed.kind === 'create' || deed.kind === 'update'
