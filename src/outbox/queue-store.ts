import { emptyQueue, type EntryQueue } from './entry.ts'
import { isSuspended, type QueueSuspender, type StoredQueue } from './suspended-queue.ts'
import { listOrphanedFileKeys, queueKey } from './storage-keys.ts'
import {
  isThere,
  KeyMissingError,
  getSealingKeyName,
  type SealingKey,
  type StoredKey,
} from '#lib/device-store/sealing.ts'
import { StoreError, type KeyValueStore, type StoreChange } from '#lib/device-store/store.ts'

/** What a change of a queue leads to. */
export interface QueueChange<Result> {
  queue: EntryQueue
  result: Result
  /** Further values that are written with it. */
  put?: readonly (readonly [key: string, value: unknown])[]
}

/** The queues on the device. */
export interface QueueStore {
  /** @throws StoreError when the device does not tell, or what was left on it cannot be opened */
  read: (owner: string) => Promise<EntryQueue>
  /**
   * One change of a queue, whole and on the disk, or not at all; the files that nothing needs any more go with it.
   * @param sealedWith the key that was seen last, where something is written that was sealed with it
   * @throws KeyMissingError when another tab has taken that key off the device: then nothing is written
   */
  change: <Result>(
    owner: string,
    step: (queue: EntryQueue) => QueueChange<Result>,
    sealedWith?: SealingKey,
  ) => Promise<Result>
}

/** Its change must be tried again: the queue was parked. */
const parked = Symbol('parked')
const keyGone = Symbol('key gone')

/**
 * A queue that its owner left behind is opened at the first use, which is the owner's: nobody else uses it.
 * @param onChange told of each change
 */
export function createQueueStore(
  store: KeyValueStore,
  parking: Pick<QueueSuspender, 'unpark'>,
  onChange: (owner: string) => void,
): QueueStore {
  const change = async <Result>(
    owner: string,
    step: (queue: EntryQueue) => QueueChange<Result>,
    sealedWith?: SealingKey,
  ): Promise<Result> => {
    const key = queueKey(owner)
    let isChanged = false
    const decide = (found: readonly unknown[]): StoreChange<Result | typeof parked | typeof keyGone> => {
      const [queue = emptyQueue, keyThere] = found as [StoredQueue?, StoredKey?]
      if (sealedWith && !isThere(sealedWith, keyThere)) return { result: keyGone }
      if (isSuspended(queue)) return { result: parked }
      const { queue: next, result, put = [] } = step(queue)
      isChanged = next !== queue
      if (!isChanged) return { result }
      return { result, put: [[key, next], ...put], drop: listOrphanedFileKeys(owner, queue, next) }
    }
    const keys = sealedWith ? [key, getSealingKeyName(owner)] : [key]
    const result = await store.change(keys, decide)
    if (result === keyGone) throw new KeyMissingError()
    if (result === parked) {
      if (!(await parking.unpark(owner))) throw new StoreError('blocked')
      return change(owner, step, sealedWith)
    }
    if (isChanged) onChange(owner)
    return result
  }
  return {
    async read(owner) {
      const [queue = emptyQueue] = await store.read<StoredQueue>([queueKey(owner)])
      if (!isSuspended(queue)) return queue
      if (await parking.unpark(owner)) return this.read(owner)
      // It stays where it is, and nobody may take it for nothing.
      throw new StoreError('blocked')
    },
    change,
  }
}
