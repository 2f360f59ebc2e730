import { getDraftKeyPrefixes, listDraftedForms, isFoundByEntryOnly } from './drafts.ts'
import { countVisibleEntries, type EntryQueue, type StoredEntry } from './entry.ts'
import { getFileKeyPrefix, queueKey, queuePrefix } from './storage-keys.ts'
import { getSealingKeyName, type Sealed, type Sealer } from '#platform/device-store/sealing.ts'
import type { KeyValueStore } from '#platform/device-store/store.ts'

/** The queue of a user who is not signed in. The whole queue is sealed, so that not even modules are readable. */
export interface SuspendedQueue {
  /** The sealed queue. */
  parked: Sealed<EntryQueue>
  /** Number of unsent entries, as users count them. */
  count: number
}

/** The value under the key of a queue. */
export type StoredQueue = EntryQueue | SuspendedQueue

export const isSuspended = (queue: StoredQueue | undefined): queue is SuspendedQueue =>
  queue !== undefined && 'parked' in queue

/** Suspends, resumes and removes the queues of users. */
export interface QueueSuspender {
  /**
   * Seals the queue of a user who is no longer signed in. A queue without unsent entries is removed, unless it holds
   * receipts that lead to drafts.
   */
  suspend: (owner: string) => Promise<void>
  /** Lists the owners of queues and keys on the device. */
  listOwners: () => Promise<readonly string[]>
  /** Unseals the queue of a user who is signed in again. Resolves to false when it cannot be unsealed on this device. */
  resume: (owner: string) => Promise<boolean>
  /** Removes a user's queue, files, drafts and sealing key from the device. */
  remove: (owner: string) => Promise<void>
  /** Removes the drafts of a user who signs out. */
  removeDrafts: (owner: string) => Promise<void>
}

/** Creates the suspender of a device. @param getSealer returns the sealer of a user */
export function createQueueSuspender(
  store: KeyValueStore,
  getSealer: (owner: string) => Sealer,
): QueueSuspender {
  /** Removes all keys with these prefixes, and the further keys. Values need not be read for that. */
  const removeByPrefix = async (prefixes: readonly string[], furtherKeys: readonly string[] = []) => {
    const keys = await Promise.all(prefixes.map((prefix) => store.keys(prefix)))
    await store.change<unknown, void>([], () => ({
      result: undefined,
      drop: [...keys.flat(), ...furtherKeys],
    }))
  }
  /** Removes a queue without unsent entries. The key stays only when drafts need it. */
  const removeIdleQueue = async (owner: string, queue: EntryQueue | undefined) => {
    const key = queueKey(owner)
    const drafts = await Promise.all(getDraftKeyPrefixes(owner).map((prefix) => store.keys(prefix)))
    const furtherKeys = drafts.flat().length > 0 ? [] : [getSealingKeyName(owner)]
    await store.change<StoredQueue, void>([key], ([currentQueue]) =>
      getQueueFingerprint(currentQueue) === getQueueFingerprint(queue)
        ? { result: undefined, drop: [key, ...furtherKeys] }
        : { result: undefined },
    )
  }
  return {
    async suspend(owner) {
      const key = queueKey(owner)
      const [queue] = await store.read<StoredQueue>([key])
      if (isSuspended(queue)) return
      // Without a queue, a sealing key of removed data may remain.
      if (!queue) return removeIdleQueue(owner, queue)
      const forms = await listDraftedForms(store, owner)
      const entries = queue.entries.filter((entry) => isOpen(entry) || isFoundByEntryOnly(entry, forms))
      if (entries.length === 0) return removeIdleQueue(owner, queue)
      const sealed = await getSealer(owner).seal<EntryQueue>({ ...queue, entries })
      // Where the device cannot seal, entries stay readable: losing them would be worse.
      if (sealed.kind === 'clear') return
      await store.change<StoredQueue, void>([key], ([currentQueue]) => {
        // A running attempt has changed the queue since it was read: the next call suspends it.
        if (getQueueFingerprint(currentQueue) !== getQueueFingerprint(queue)) return { result: undefined }
        const value: SuspendedQueue = { parked: sealed, count: countVisibleEntries(entries.filter(isOpen)) }
        return { result: undefined, put: [[key, value]] }
      })
    },
    async listOwners() {
      const owners = [queuePrefix, getSealingKeyName('')].map(async (prefix) =>
        (await store.keys(prefix)).map((key) => key.slice(prefix.length)),
      )
      return [...new Set((await Promise.all(owners)).flat())]
    },
    async resume(owner) {
      const key = queueKey(owner)
      const [stored] = await store.read<StoredQueue>([key])
      if (!isSuspended(stored)) return true
      const queue = await getSealer(owner).open(stored.parked)
      if (!queue) return false
      await store.change<StoredQueue, void>([key], ([currentQueue]) =>
        isSuspended(currentQueue) ? { result: undefined, put: [[key, queue]] } : { result: undefined },
      )
      return true
    },
    remove: (owner) =>
      removeByPrefix(
        [getFileKeyPrefix(owner), ...getDraftKeyPrefixes(owner)],
        [queueKey(owner), getSealingKeyName(owner)],
      ),
    removeDrafts: (owner) => removeByPrefix(getDraftKeyPrefixes(owner)),
  }
}

const isOpen = ({ state }: StoredEntry): boolean => state !== 'done'

/** Returns equal text for queues whose entries have not changed; empty for a missing or suspended queue. */
const getQueueFingerprint = (queue: StoredQueue | undefined): string =>
  !queue || isSuspended(queue)
    ? ''
    : JSON.stringify(queue.entries.map(({ id, key, state, tries }) => [id, key, state, tries]))
