import { emptyQueue, type Queue } from './entry.ts'
import { isParked, type Parking, type StoredQueue } from './parking.ts'
import { droppedFiles, queueKey } from './places.ts'
import { StoreError, type KeyedStore, type StoreChange } from './store.ts'

/** What a change of a queue leads to. */
export interface QueueChange<Result> {
  queue: Queue
  result: Result
  /** Further values that are written with it. */
  put?: readonly (readonly [key: string, value: unknown])[]
}

/** The queues on the device. */
export interface QueueStore {
  /** @throws StoreError when the device does not tell, or what was left on it cannot be opened */
  read: (owner: string) => Promise<Queue>
  /** One change of a queue, whole and on the disk, or not at all; the files that nothing needs any more go with it. */
  change: <Result>(owner: string, step: (queue: Queue) => QueueChange<Result>) => Promise<Result>
}

/** Its change must be tried again: the queue was parked. */
const parked = Symbol('parked')

/**
 * A queue that its owner left behind is opened at the first use, which is the owner's: nobody else uses it.
 * @param onChange told of each change
 */
export function createQueueStore(
  store: KeyedStore,
  parking: Pick<Parking, 'unpark'>,
  onChange: (owner: string) => void,
): QueueStore {
  const change = async <Result>(
    owner: string,
    step: (queue: Queue) => QueueChange<Result>,
  ): Promise<Result> => {
    const key = queueKey(owner)
    let isChanged = false
    const decide = ([queue = emptyQueue]: readonly (StoredQueue | undefined)[]): StoreChange<
      Result | typeof parked
    > => {
      if (isParked(queue)) return { result: parked }
      const { queue: next, result, put = [] } = step(queue)
      isChanged = next !== queue
      if (!isChanged) return { result }
      return { result, put: [[key, next], ...put], drop: droppedFiles(owner, queue, next) }
    }
    const result = await store.change<StoredQueue, Result | typeof parked>([key], decide)
    if (result === parked) {
      if (!(await parking.unpark(owner))) throw new StoreError('blocked')
      return change(owner, step)
    }
    if (isChanged) onChange(owner)
    return result
  }
  return {
    async read(owner) {
      const [queue = emptyQueue] = await store.read<StoredQueue>([queueKey(owner)])
      if (!isParked(queue)) return queue
      if (await parking.unpark(owner)) return this.read(owner)
      // It stays where it is, and nobody may take it for nothing.
      throw new StoreError('blocked')
    },
    change,
  }
}
