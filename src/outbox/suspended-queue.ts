import { getDraftKeyPrefix, listDraftedForms, isFoundByEntryOnly } from './drafts.ts'
import { countVisibleEntries, type EntryQueue, type StoredEntry } from './entry.ts'
import { getFileKeyPrefix, queueKey, queuePrefix } from './storage-keys.ts'
import { getSealingKeyName, type Sealed, type Sealer } from '#lib/device-store/sealing.ts'
import type { KeyValueStore } from '#lib/device-store/store.ts'

/** The queue of somebody who is not signed in: sealed whole, so that not even what kind of things wait can be read. */
export interface SuspendedQueue {
  parked: Sealed<EntryQueue>
  /** How many things wait. */
  count: number
}

/** What lies under the key of a queue. */
export type StoredQueue = EntryQueue | SuspendedQueue

export const isSuspended = (queue: StoredQueue | undefined): queue is SuspendedQueue =>
  queue !== undefined && 'parked' in queue

/** What happens to a person's things when that person leaves. */
export interface QueueSuspender {
  /**
   * Seals the queue of somebody who leaves until they return. Without anything to send nothing of it stays but receipts by
   * which drafts are found.
   */
  park: (owner: string) => Promise<void>
  /** Everybody whose queue or key is on the device. */
  owners: () => Promise<readonly string[]>
  /** Opens the queue of somebody who is back. False when it cannot be opened here. */
  unpark: (owner: string) => Promise<boolean>
  /** Takes everything of a person off the device: queue, files, drafts, and the key that seals them. */
  remove: (owner: string) => Promise<void>
  /** Takes the drafts away, of somebody who leaves by signing out. */
  removeDrafts: (owner: string) => Promise<void>
}

/** @param sealerOf gives what seals for a person */
export function createQueueSuspender(
  store: KeyValueStore,
  sealerOf: (owner: string) => Sealer,
): QueueSuspender {
  const drop = async (prefixes: readonly string[], more: readonly string[] = []) => {
    const keys = await Promise.all(prefixes.map((prefix) => store.keys(prefix)))
    await store.change<unknown, void>([], () => ({ result: undefined, drop: [...keys.flat(), ...more] }))
  }
  /** Nothing of it waits; the key stays only where drafts need it. */
  const dropIdle = async (owner: string, queue: EntryQueue | undefined) => {
    const key = queueKey(owner)
    const drafts = await Promise.all(getDraftKeyPrefix(owner).map((prefix) => store.keys(prefix)))
    const more = drafts.flat().length > 0 ? [] : [getSealingKeyName(owner)]
    await store.change<StoredQueue, void>([key], ([now]) =>
      printOf(now) === printOf(queue) ? { result: undefined, drop: [key, ...more] } : { result: undefined },
    )
  }
  return {
    async park(owner) {
      const key = queueKey(owner)
      const [queue] = await store.read<StoredQueue>([key])
      if (isSuspended(queue)) return
      // The key may have sealed other things of theirs, which have gone.
      if (!queue) return dropIdle(owner, queue)
      const forms = await listDraftedForms(store, owner)
      const entries = queue.entries.filter((entry) => isOpen(entry) || isFoundByEntryOnly(entry, forms))
      if (entries.length === 0) return dropIdle(owner, queue)
      const parked = await sealerOf(owner).seal<EntryQueue>({ ...queue, entries })
      // Where nothing can be sealed what waits stays as it is: it is worth more than its secrecy.
      if (parked.kind === 'clear') return
      await store.change<StoredQueue, void>([key], ([now]) => {
        // It was changed meanwhile, by a sending that was under way: the next occasion seals it.
        if (printOf(now) !== printOf(queue)) return { result: undefined }
        const value: SuspendedQueue = { parked, count: countVisibleEntries(entries.filter(isOpen)) }
        return { result: undefined, put: [[key, value]] }
      })
    },
    async owners() {
      const owners = [queuePrefix, getSealingKeyName('')].map(async (prefix) =>
        (await store.keys(prefix)).map((key) => key.slice(prefix.length)),
      )
      return [...new Set((await Promise.all(owners)).flat())]
    },
    async unpark(owner) {
      const key = queueKey(owner)
      const [there] = await store.read<StoredQueue>([key])
      if (!isSuspended(there)) return true
      const queue = await sealerOf(owner).open(there.parked)
      if (!queue) return false
      await store.change<StoredQueue, void>([key], ([now]) =>
        isSuspended(now) ? { result: undefined, put: [[key, queue]] } : { result: undefined },
      )
      return true
    },
    remove: (owner) =>
      drop(
        [getFileKeyPrefix(owner), ...getDraftKeyPrefix(owner)],
        [queueKey(owner), getSealingKeyName(owner)],
      ),
    removeDrafts: (owner) => drop(getDraftKeyPrefix(owner)),
  }
}

const isOpen = ({ state }: StoredEntry): boolean => state !== 'done'

/** The same queue, entry by entry, makes the same print. */
const printOf = (queue: StoredQueue | undefined): string =>
  !queue || isSuspended(queue)
    ? ''
    : JSON.stringify(queue.entries.map(({ id, key, state, tries }) => [id, key, state, tries]))
