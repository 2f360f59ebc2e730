import { expiresAfterMs, receiptTtlMs } from '../timing.ts'
import type { EntryQueue, StoredEntry } from '../entry.ts'
import { isFoundByEntryOnly } from '../drafts.ts'
import { isReadable } from './dependencies.ts'

/**
 * Removes old receipts, and marks entries as expired that are unsent for too long, so that the user is asked. Unsent
 * entries and receipts that lead to a draft are never removed.
 * @param forms names of the user's drafts
 */
export function expireEntries(queue: EntryQueue, nowMs: number, forms: ReadonlySet<string>): EntryQueue {
  const entries = queue.entries
    .filter((entry) => !isReadable(entry) || !isOldReceipt(entry, nowMs) || isFoundByEntryOnly(entry, forms))
    .map((entry): StoredEntry =>
      isReadable(entry) && isTooOld(entry, nowMs) ? { ...entry, state: 'expired' } : entry,
    )
  const isSame =
    entries.length === queue.entries.length && entries.every((entry, n) => entry === queue.entries[n])
  return isSame ? queue : { ...queue, entries }
}

const isOldReceipt = ({ state, doneAtMs }: StoredEntry, nowMs: number) =>
  state === 'done' && nowMs - (doneAtMs ?? 0) > receiptTtlMs

const isTooOld = ({ state, createdAtMs }: StoredEntry, nowMs: number) =>
  (state === 'queued' || state === 'waiting' || state === 'needs_auth') &&
  nowMs - createdAtMs > expiresAfterMs
