import { emptyQueue, type EntryQueue } from './entry.ts'
import { isSuspended, type QueueSuspender, type StoredQueue } from './suspended-queue.ts'
import { listOrphanedFileKeys, queueKey } from './storage-keys.ts'
import {
  isStoredKey,
  KeyMissingError,
  getSealingKeyName,
  type SealingKey,
  type StoredKey,
} from '#platform/device-store/sealing.ts'
import { StoreError, type KeyValueStore, type StoreChange } from '#platform/device-store/store.ts'

/** The result of a queue change. */
export interface QueueChange<Result> {
  queue: EntryQueue
  result: Result
  /** Further values that are written in the same transaction. */
  put?: readonly (readonly [key: string, value: unknown])[]
}

/** The queues on the device. */
export interface QueueStore {
  /** @throws StoreError when the store fails, or when a suspended queue cannot be unsealed */
  read: (owner: string) => Promise<EntryQueue>
  /**
   * Changes a queue in one durable transaction, which also removes the files that no entry needs any more.
   * @param sealedWith key that sealed the new values, if any
   * @throws KeyMissingError when another tab has removed that key: then nothing is written
   */
  change: <Result>(
    owner: string,
    /** Runs inside the transaction, so it must not await. The same queue object means that nothing changes. */
    step: (queue: EntryQueue) => QueueChange<Result>,
    sealedWith?: SealingKey,
  ) => Promise<Result>
}

/** Result of a change that found the queue suspended. The change runs again after the queue is resumed. */
const queueSuspended = Symbol('queue suspended')
/** Result of a change whose values were sealed with a key that is no longer on the device. */
const keyMissing = Symbol('key missing')

/**
 * Creates the store of queues. A suspended queue is resumed at its first use, since only its owner uses it.
 * @param onChange called after each change
 */
export function createQueueStore(
  store: KeyValueStore,
  suspender: Pick<QueueSuspender, 'resume'>,
  onChange: (owner: string) => void,
): QueueStore {
  const change = async <Result>(
    owner: string,
    step: (queue: EntryQueue) => QueueChange<Result>,
    sealedWith?: SealingKey,
  ): Promise<Result> => {
    const key = queueKey(owner)
    let isChanged = false
    const decide = (
      storedValues: readonly unknown[],
    ): StoreChange<Result | typeof queueSuspended | typeof keyMissing> => {
      const [queue = emptyQueue, storedKey] = storedValues as [StoredQueue?, StoredKey?]
      if (sealedWith && !isStoredKey(sealedWith, storedKey)) return { result: keyMissing }
      if (isSuspended(queue)) return { result: queueSuspended }
      const { queue: next, result, put = [] } = step(queue)
      isChanged = next !== queue
      if (!isChanged) return { result }
      return { result, put: [[key, next], ...put], drop: listOrphanedFileKeys(owner, queue, next) }
    }
    const keys = sealedWith ? [key, getSealingKeyName(owner)] : [key]
    const result = await store.change(keys, decide)
    if (result === keyMissing) throw new KeyMissingError()
    if (result === queueSuspended) {
      if (!(await suspender.resume(owner))) throw new StoreError('blocked')
      return change(owner, step, sealedWith)
    }
    if (isChanged) onChange(owner)
    return result
  }
  return {
    async read(owner) {
      const [queue = emptyQueue] = await store.read<StoredQueue>([queueKey(owner)])
      if (!isSuspended(queue)) return queue
      if (await suspender.resume(owner)) return this.read(owner)
      // The suspended queue stays as it is, and must not be taken for an empty one.
      throw new StoreError('blocked')
    },
    change,
  }
}
