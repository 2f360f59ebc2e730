import { emptyQueue, entrySchemaVersion, type EntryQueue, type StoredEntry } from '../entry.ts'
import { listDependents, isReadable, removeFromQueue } from './dependencies.ts'

/** An entry that is not in a queue yet. */
export type NewEntry = Pick<
  StoredEntry,
  'id' | 'key' | 'module' | 'deed' | 'entityId' | 'content' | 'files' | 'createdAtMs' | 'isQuiet'
> & {
  /** An attempt was made under this key before the device could store the entry. */
  isTried?: boolean
  /** Time until which the entry is not sent, so that the user can cancel it. */
  delayedUntilMs?: number
}

/** The queue after an entry was added, or after it cancelled out with an earlier one. */
export interface EnqueueResult {
  queue: EntryQueue
  /**
   * Undefined when a delete cancelled out with a create that was never sent, or a background create with a delete that
   * was never sent.
   */
  entry: StoredEntry | undefined
}

/** Adds an entry to the end of a queue. Adding the same entry again changes nothing. */
export function enqueue(queue: EntryQueue = emptyQueue, fresh: NewEntry): EnqueueResult {
  const existing = queue.entries.find(({ id }) => id === fresh.id)
  if (existing) return { queue, entry: existing }
  const rowEntries = queue.entries.filter((entry) => isAboutRow(entry, fresh))
  const create = rowEntries.find(({ deed, state }) => deed.kind === 'create' && state !== 'done')
  if (fresh.deed.kind === 'delete' && create && !rowEntries.some(({ isTried }) => isTried))
    return { queue: removeFromQueue(queue, listDependents(queue, create.id)), entry: undefined }
  const lastEntry = rowEntries.findLast(({ state }) => state !== 'done')
  if (
    fresh.isQuiet &&
    fresh.deed.kind === 'create' &&
    lastEntry?.deed.kind === 'delete' &&
    !lastEntry.isTried
  )
    return { queue: removeFromQueue(queue, listDependents(queue, lastEntry.id)), entry: undefined }
  const { delayedUntilMs, ...entryFields } = fresh
  const entry: StoredEntry = {
    ...entryFields,
    schemaVersion: entrySchemaVersion,
    seq: queue.nextSeq,
    state: delayedUntilMs === undefined ? 'queued' : 'waiting',
    tries: 0,
    isTried: fresh.isTried ?? false,
    nextAtMs: delayedUntilMs ?? 0,
    ...rebaseOnReceipt(rowEntries, fresh),
    ...(lastEntry && {
      dependsOn: lastEntry.id,
      ...(lastEntry.rowId !== undefined && { rowId: lastEntry.rowId }),
    }),
  }
  return { queue: { nextSeq: queue.nextSeq + 1, entries: [...queue.entries, entry] }, entry }
}

const isAboutRow = (entry: StoredEntry, { module, entityId }: NewEntry): boolean =>
  isReadable(entry) &&
  entry.module === module &&
  (entry.entityId === entityId || entry.rowId === entityId || entry.serverRef?.id === entityId)

/** Bases an entry on the receipt of the one before. A form that stayed open knows neither the row's id nor its version. */
function rebaseOnReceipt(rowEntries: readonly StoredEntry[], fresh: NewEntry): Partial<StoredEntry> {
  const receipt = rowEntries.findLast(({ state, serverRef }) => state === 'done' && serverRef !== undefined)
  return receipt?.serverRef ? rebase(fresh.deed, receipt.deed, receipt.serverRef) : {}
}

/**
 * Sets the row's id and version after an earlier entry was sent. The new version counts only when no other user wrote in
 * between: otherwise the server must report the conflict.
 */
export function rebase(
  operation: StoredEntry['deed'],
  previousOperation: StoredEntry['deed'],
  { id, version }: { id: string; version?: number },
): Partial<StoredEntry> {
  const knownVersion =
    previousOperation.kind === 'create'
      ? 0
      : 'baseVersion' in previousOperation
        ? previousOperation.baseVersion
        : undefined
  const isOwnVersion = version !== undefined && knownVersion !== undefined && version === knownVersion + 1
  const isOlder =
    'baseVersion' in operation &&
    operation.baseVersion !== undefined &&
    operation.baseVersion < (version ?? 0)
  return { rowId: id, ...(isOwnVersion && isOlder && { deed: { ...operation, baseVersion: version } }) }
}
