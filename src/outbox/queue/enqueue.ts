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
export function enqueue(queue: EntryQueue = emptyQueue, newEntry: NewEntry): EnqueueResult {
  const existing = queue.entries.find(({ id }) => id === newEntry.id)
  if (existing) return { queue, entry: existing }
  const rowEntries = queue.entries.filter((entry) => isAboutRow(entry, newEntry))
  const unsentCreate = rowEntries.find(({ deed, state }) => deed.kind === 'create' && state !== 'done')
  if (newEntry.deed.kind === 'delete' && unsentCreate && !rowEntries.some(({ isTried }) => isTried))
    return { queue: removeFromQueue(queue, listDependents(queue, unsentCreate.id)), entry: undefined }
  const lastEntry = rowEntries.findLast(({ state }) => state !== 'done')
  // The user has tapped a star off and on again before anything was sent.
  if (
    newEntry.isQuiet &&
    newEntry.deed.kind === 'create' &&
    lastEntry?.deed.kind === 'delete' &&
    !lastEntry.isTried
  )
    return { queue: removeFromQueue(queue, listDependents(queue, lastEntry.id)), entry: undefined }
  const { delayedUntilMs, ...entryFields } = newEntry
  const entry: StoredEntry = {
    ...entryFields,
    schemaVersion: entrySchemaVersion,
    seq: queue.nextSeq,
    state: delayedUntilMs === undefined ? 'queued' : 'waiting',
    tries: 0,
    isTried: newEntry.isTried ?? false,
    nextAtMs: delayedUntilMs ?? 0,
    ...rebaseOnReceipt(rowEntries, newEntry),
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
function rebaseOnReceipt(rowEntries: readonly StoredEntry[], newEntry: NewEntry): Partial<StoredEntry> {
  const receipt = rowEntries.findLast(({ state, serverRef }) => state === 'done' && serverRef !== undefined)
  return receipt?.serverRef ? rebase(newEntry.deed, receipt.deed, receipt.serverRef) : {}
}

/**
 * Sets the row's id and version after an earlier entry was sent. The new version counts only when no other user wrote in
 * between: otherwise the server must report the conflict.
 * @param operation that of the entry to change
 * @param previousOperation that of the sent entry
 * @returns the fields of the entry to change
 */
export function rebase(
  operation: StoredEntry['deed'],
  previousOperation: StoredEntry['deed'],
  { id, version }: { id: string; version?: number },
): Partial<StoredEntry> {
  /** The version on which the sent entry was based; undefined when it was based on none. */
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
