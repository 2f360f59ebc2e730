import { expiresAfterMs, receiptMs } from '../delays.ts'
import type { Queue, StoredEntry } from '../entry.ts'
import { leadsToDraft } from '../drafts.ts'
import { isKnown } from './chain.ts'

/**
 * Lets old receipts go, and stops what has waited too long, so that its person is asked. Nothing unsent is deleted, and no
 * receipt by which a draft is found.
 * @param forms those of which there are drafts
 */
export function ageQueue(queue: Queue, nowMs: number, forms: ReadonlySet<string>): Queue {
  const entries = queue.entries
    .filter((entry) => !isKnown(entry) || !isOldReceipt(entry, nowMs) || leadsToDraft(entry, forms))
    .map((entry): StoredEntry =>
      isKnown(entry) && isTooOld(entry, nowMs) ? { ...entry, state: 'expired' } : entry,
    )
  const isSame =
    entries.length === queue.entries.length && entries.every((entry, n) => entry === queue.entries[n])
  return isSame ? queue : { ...queue, entries }
}

const isOldReceipt = ({ state, doneAtMs }: StoredEntry, nowMs: number) =>
  state === 'done' && nowMs - (doneAtMs ?? 0) > receiptMs

const isTooOld = ({ state, createdAtMs }: StoredEntry, nowMs: number) =>
  (state === 'queued' || state === 'waiting' || state === 'needs_auth') &&
  nowMs - createdAtMs > expiresAfterMs
