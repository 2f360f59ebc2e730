import type { EntryQueue, StoredEntry } from '../entry.ts'
import { replaceEntry, type Revision } from './amend.ts'
import { findEntry, isReadable, removeFromQueue } from './dependencies.ts'

/** A refused entry, and the change of it that waits behind it. */
export interface MergeCandidate {
  refused: StoredEntry
  change: StoredEntry
}

/**
 * A change that waits behind an entry that was refused: it would wait for ever, and it may be the very mending. It goes
 * into the refused one, which is then tried anew.
 */
export function findMergeCandidate(queue: EntryQueue): MergeCandidate | undefined {
  for (const change of queue.entries) {
    if (!isReadable(change) || change.deed.kind !== 'update' || change.state !== 'queued') continue
    const refused = change.dependsOn === undefined ? undefined : findEntry(queue, change.dependsOn)
    if (refused?.state === 'rejected' && isWriting(refused)) return { refused, change }
  }
  return undefined
}

/** @param revision what both say together; nothing happens when one of them has changed since it was made */
export function mergeCandidate(
  queue: EntryQueue,
  { refused, change }: MergeCandidate,
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
