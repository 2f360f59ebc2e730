import { emptyQueue, entrySchemaVersion, type EntryQueue, type StoredEntry } from '../entry.ts'
import { listDependents, isReadable, removeFromQueue } from './dependencies.ts'

/** What is known of an entry before it has its place. */
export type NewEntry = Pick<
  StoredEntry,
  'id' | 'key' | 'module' | 'deed' | 'entityId' | 'content' | 'files' | 'createdAtMs' | 'isQuiet'
> & {
  /** It went out under this key before the device could keep it. */
  isTried?: boolean
  /** Until then it stays on the device, and can be taken back. */
  heldUntilMs?: number
}

/** What became of it: it waits in the queue, or it and what it takes back need not be sent at all. */
export interface EnqueueResult {
  queue: EntryQueue
  /** Undefined when a cancel met the create that was never sent, or the other way round where nothing was typed. */
  entry: StoredEntry | undefined
}

/** Puts an entry at the end of a person's queue. The same entry again changes nothing. */
export function enqueue(queue: EntryQueue = emptyQueue, fresh: NewEntry): EnqueueResult {
  const there = queue.entries.find(({ id }) => id === fresh.id)
  if (there) return { queue, entry: there }
  const about = queue.entries.filter((entry) => isAbout(entry, fresh))
  const create = about.find(({ deed, state }) => deed.kind === 'create' && state !== 'done')
  if (fresh.deed.kind === 'delete' && create && !about.some(({ isTried }) => isTried))
    return { queue: removeFromQueue(queue, listDependents(queue, create.id)), entry: undefined }
  const last = about.findLast(({ state }) => state !== 'done')
  if (fresh.isQuiet && fresh.deed.kind === 'create' && last?.deed.kind === 'delete' && !last.isTried)
    return { queue: removeFromQueue(queue, listDependents(queue, last.id)), entry: undefined }
  const { heldUntilMs, ...made } = fresh
  const entry: StoredEntry = {
    ...made,
    schemaVersion: entrySchemaVersion,
    seq: queue.nextSeq,
    state: heldUntilMs === undefined ? 'queued' : 'waiting',
    tries: 0,
    isTried: fresh.isTried ?? false,
    nextAtMs: heldUntilMs ?? 0,
    ...afterReceipt(about, fresh),
    ...(last && { dependsOn: last.id, ...(last.rowId !== undefined && { rowId: last.rowId }) }),
  }
  return { queue: { nextSeq: queue.nextSeq + 1, entries: [...queue.entries, entry] }, entry }
}

const isAbout = (entry: StoredEntry, { module, entityId }: NewEntry): boolean =>
  isReadable(entry) &&
  entry.module === module &&
  (entry.entityId === entityId || entry.rowId === entityId || entry.serverRef?.id === entityId)

/** A form that was open all the while knows neither the row's name nor the version that its own sending led to. */
function afterReceipt(about: readonly StoredEntry[], fresh: NewEntry): Partial<StoredEntry> {
  const receipt = about.findLast(({ state, serverRef }) => state === 'done' && serverRef !== undefined)
  return receipt?.serverRef ? rebase(fresh.deed, receipt.deed, receipt.serverRef) : {}
}

/**
 * What the row is called and which version is known once an earlier entry has been sent. Its version counts only where
 * nobody else wrote between: what others wrote is for the server to hold against it.
 */
export function rebase(
  deed: StoredEntry['deed'],
  before: StoredEntry['deed'],
  { id, version }: { id: string; version?: number },
): Partial<StoredEntry> {
  const known = before.kind === 'create' ? 0 : 'baseVersion' in before ? before.baseVersion : undefined
  const isOurs = version !== undefined && known !== undefined && version === known + 1
  const isOlder = 'baseVersion' in deed && deed.baseVersion !== undefined && deed.baseVersion < (version ?? 0)
  return { rowId: id, ...(isOurs && isOlder && { deed: { ...deed, baseVersion: version } }) }
}
