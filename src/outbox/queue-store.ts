import { emptyQueue, type Queue } from './entry.ts'
import { droppedFiles, queueKey } from './places.ts'
import type { KeyedStore } from './store.ts'

/** What a change of a queue leads to. */
export interface QueueChange<Result> {
  queue: Queue
  result: Result
  /** Further values that are written with it. */
  put?: readonly (readonly [key: string, value: unknown])[]
}

/** The queues on the device. */
export interface QueueStore {
  read: (owner: string) => Promise<Queue>
  /** One change of a queue, whole and on the disk, or not at all; the files that nothing needs any more go with it. */
  change: <Result>(owner: string, step: (queue: Queue) => QueueChange<Result>) => Promise<Result>
}

/** @param onChange told of each change */
export function createQueueStore(store: KeyedStore, onChange: (owner: string) => void): QueueStore {
  return {
    read: async (owner) => (await store.read<Queue>([queueKey(owner)]))[0] ?? emptyQueue,
    async change(owner, step) {
      let isChanged = false
      const result = await store.change<Queue, ReturnType<typeof step>['result']>(
        [queueKey(owner)],
        ([queue = emptyQueue]) => {
          const { queue: next, result: answer, put = [] } = step(queue)
          isChanged = next !== queue
          if (!isChanged) return { result: answer }
          return {
            result: answer,
            put: [[queueKey(owner), next], ...put],
            drop: droppedFiles(owner, queue, next),
          }
        },
      )
      if (isChanged) onChange(owner)
      return result
    },
  }
}
