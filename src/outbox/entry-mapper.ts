import { overdueAfterMs, overdueAfterAttempts } from './timing.ts'
import type { EntryContent, OutboxEntry, EntryQueue, StoredEntry, Rejection } from './entry.ts'
import { isBlocked, isReadable, isLeased } from './queue/dependencies.ts'
import type { QueueStore } from './queue-store.ts'
import type { Sealed, Sealer } from '#platform/device-store/sealing.ts'
import type { Clock } from './outbox-deps.ts'

/** Converts stored entries to entries of screens. */
export interface EntryMapper {
  /**
   * Lists a user's entries in the order in which they are sent. An entry that cannot be unsealed has empty content.
   * @throws StoreError
   */
  list: (owner: string) => Promise<readonly OutboxEntry[]>
  /** Converts an entry whose content is known. */
  toOutboxEntry: (entry: StoredEntry, content: EntryContent) => OutboxEntry
  /** Removes all unsealed content from memory, when the user has signed out. */
  clear: () => void
}

/** Stands in for content whose key is gone. Such an entry can only be deleted. */
const unreadableContent: EntryContent = { title: '', formPath: '', body: {}, fileNames: [] }

/** @param getSealer returns the sealer of a user */
export function createEntryMapper(
  queues: QueueStore,
  getSealer: (owner: string) => Sealer,
  clock: Clock,
): EntryMapper {
  /** Unsealed contents and rejections, by the entry's idempotency key: the content under one key never changes. */
  const unsealedContents = new Map<string, Promise<unknown>>()
  const openOnce = <T>(sealer: Sealer, cacheKey: string, sealed: Sealed<T>): Promise<T | undefined> => {
    const cached = unsealedContents.get(cacheKey) as Promise<T | undefined> | undefined
    if (cached) return cached
    const unsealing = sealer.open(sealed)
    unsealedContents.set(cacheKey, unsealing)
    // A missing key may exist at the next call, so a failure is not cached.
    const forgetContent = () => unsealedContents.delete(cacheKey)
    unsealing.then((result) => result === undefined && forgetContent(), forgetContent)
    return unsealing
  }
  const forgetOthers = (entries: readonly StoredEntry[]) => {
    const currentKeys = new Set(entries.flatMap(({ key }) => [key, getRejectionCacheKey(key)]))
    for (const cacheKey of unsealedContents.keys())
      if (!currentKeys.has(cacheKey)) unsealedContents.delete(cacheKey)
  }
  const unsealEntry = async (owner: string, entry: StoredEntry, queue: EntryQueue) => {
    const sealer = getSealer(owner)
    const content = await openOnce(sealer, entry.key, entry.content)
    const rejection = entry.told && (await openOnce(sealer, getRejectionCacheKey(entry.key), entry.told))
    const isBlockedByEntry = isBlocked(queue, entry)
    return toOutboxEntry(
      entry,
      { content: content ?? unreadableContent, rejection },
      { isBlocked: isBlockedByEntry, nowMs: clock.nowMs() },
    )
  }
  return {
    async list(owner) {
      const queue = await queues.read(owner)
      forgetOthers(queue.entries)
      return Promise.all(queue.entries.filter(isReadable).map((entry) => unsealEntry(owner, entry, queue)))
    },
    toOutboxEntry(entry, content) {
      // Caches the content, so that the next `list` need not unseal it.
      unsealedContents.set(entry.key, Promise.resolve(content))
      return toOutboxEntry(entry, { content }, { isBlocked: false, nowMs: clock.nowMs() })
    },
    clear: () => unsealedContents.clear(),
  }
}

const getRejectionCacheKey = (key: string): string => `${key} rejection`

/** The unsealed parts of an entry. */
interface OpenedEntry {
  content: EntryContent
  /** Present when the server refused the entry. */
  rejection?: Rejection | undefined
}

/** What the mapper knows besides the entry itself. */
interface ViewOptions {
  /** True when another entry must be sent first. */
  isBlocked: boolean
  nowMs: number
}

function toOutboxEntry(
  entry: StoredEntry,
  { content: { title, formPath, body, fileNames }, rejection }: OpenedEntry,
  { isBlocked: isBlockedByEntry, nowMs }: ViewOptions,
): OutboxEntry {
  const { id, module, entityId, deed, state, tries, isTried, createdAtMs, doneAtMs, serverRef, trouble } =
    entry
  // The lease has expired, so another sender will send the entry again.
  const isAbandoned = state === 'sending' && !isLeased(entry, nowMs)
  const isOpen = state === 'queued' || state === 'waiting' || state === 'sending'
  return {
    id,
    module,
    entityId,
    deed,
    state: isAbandoned ? 'waiting' : state,
    isLate: isOpen && (tries >= overdueAfterAttempts || nowMs - createdAtMs > overdueAfterMs),
    isBlocked: isBlockedByEntry,
    ...(entry.isQuiet && { isQuiet: true }),
    title,
    formPath,
    body,
    fileNames,
    fileFields: entry.files.map(({ field }) => field),
    tries,
    isTried,
    createdAt: createdAtMs,
    ...(doneAtMs !== undefined && { doneAt: doneAtMs }),
    ...(serverRef && { serverRef }),
    ...(trouble && { trouble }),
    ...rejection,
  }
}
