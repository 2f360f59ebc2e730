import type { Queue, StoredEntry } from '../entry.ts'
import { replaceEntry, type Revision } from './amend.ts'
import { findEntry, isKnown, withoutEntries } from './chain.ts'

/** A refused entry, and the change of it that waits behind it. */
export interface Foldable {
  refused: StoredEntry
  change: StoredEntry
}

/**
 * A change that waits behind an entry that was refused: it would wait for ever, and it may be the very mending. It goes
 * into the refused one, which is then tried anew.
 */
export function findFoldable(queue: Queue): Foldable | undefined {
  for (const change of queue.entries) {
    if (!isKnown(change) || change.deed.kind !== 'update' || change.state !== 'queued') continue
    const refused = change.dependsOn === undefined ? undefined : findEntry(queue, change.dependsOn)
    if (refused?.state === 'rejected' && isWriting(refused)) return { refused, change }
  }
  return undefined
}

/** @param revision what both say together; nothing happens when one of them has changed since it was made */
export function fold(queue: Queue, { refused, change }: Foldable, revision: Revision): Queue {
  const [first, second] = [findEntry(queue, refused.id), findEntry(queue, change.id)]
  if (first?.key !== refused.key || first.state !== 'rejected') return queue
  if (second?.key !== change.key || second.state !== 'queued') return queue
  const whole = withoutEntries(replaceEntry(queue, first, { ...first, ...revision }), new Set([change.id]))
  return {
    ...whole,
    entries: whole.entries.map((entry) =>
      entry.dependsOn === change.id ? { ...entry, dependsOn: refused.id } : entry,
    ),
  }
}

const isWriting = ({ deed }: StoredEntry) => deed.kind === 'create' || deed.kind === 'update'
