import { draftsOf, formsWithDrafts, leadsToDraft } from './drafts.ts'
import { countGently, type Queue, type StoredEntry } from './entry.ts'
import { filesOf, queueKey, queuePrefix } from './places.ts'
import { sealingKeyOf, type Sealed, type Sealer } from '#lib/device-store/sealing.ts'
import type { KeyedStore } from '#lib/device-store/store.ts'

/** The queue of somebody who is not signed in: sealed whole, so that not even what kind of things wait can be read. */
export interface ParkedQueue {
  parked: Sealed<Queue>
  /** How many things wait. */
  count: number
}

/** What lies under the key of a queue. */
export type StoredQueue = Queue | ParkedQueue

export const isParked = (queue: StoredQueue | undefined): queue is ParkedQueue =>
  queue !== undefined && 'parked' in queue

/** What happens to a person's things when that person leaves. */
export interface Parking {
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
export function createParking(store: KeyedStore, sealerOf: (owner: string) => Sealer): Parking {
  const drop = async (prefixes: readonly string[], more: readonly string[] = []) => {
    const keys = await Promise.all(prefixes.map((prefix) => store.keys(prefix)))
    await store.change<unknown, void>([], () => ({ result: undefined, drop: [...keys.flat(), ...more] }))
  }
  /** Nothing of it waits; the key stays only where drafts need it. */
  const dropIdle = async (owner: string, queue: Queue | undefined) => {
    const key = queueKey(owner)
    const drafts = await Promise.all(draftsOf(owner).map((prefix) => store.keys(prefix)))
    const more = drafts.flat().length > 0 ? [] : [sealingKeyOf(owner)]
    await store.change<StoredQueue, void>([key], ([now]) =>
      printOf(now) === printOf(queue) ? { result: undefined, drop: [key, ...more] } : { result: undefined },
    )
  }
  return {
    async park(owner) {
      const key = queueKey(owner)
      const [queue] = await store.read<StoredQueue>([key])
      if (isParked(queue)) return
      // The key may have sealed other things of theirs, which have gone.
      if (!queue) return dropIdle(owner, queue)
      const forms = await formsWithDrafts(store, owner)
      const entries = queue.entries.filter((entry) => isOpen(entry) || leadsToDraft(entry, forms))
      if (entries.length === 0) return dropIdle(owner, queue)
      const parked = await sealerOf(owner).seal<Queue>({ ...queue, entries })
      // Where nothing can be sealed what waits stays as it is: it is worth more than its secrecy.
      if (parked.kind === 'clear') return
      await store.change<StoredQueue, void>([key], ([now]) => {
        // It was changed meanwhile, by a sending that was under way: the next occasion seals it.
        if (printOf(now) !== printOf(queue)) return { result: undefined }
        const value: ParkedQueue = { parked, count: countGently(entries.filter(isOpen)) }
        return { result: undefined, put: [[key, value]] }
      })
    },
    async owners() {
      const owners = [queuePrefix, sealingKeyOf('')].map(async (prefix) =>
        (await store.keys(prefix)).map((key) => key.slice(prefix.length)),
      )
      return [...new Set((await Promise.all(owners)).flat())]
    },
    async unpark(owner) {
      const key = queueKey(owner)
      const [there] = await store.read<StoredQueue>([key])
      if (!isParked(there)) return true
      const queue = await sealerOf(owner).open(there.parked)
      if (!queue) return false
      await store.change<StoredQueue, void>([key], ([now]) =>
        isParked(now) ? { result: undefined, put: [[key, queue]] } : { result: undefined },
      )
      return true
    },
    remove: (owner) => drop([filesOf(owner), ...draftsOf(owner)], [queueKey(owner), sealingKeyOf(owner)]),
    removeDrafts: (owner) => drop(draftsOf(owner)),
  }
}

const isOpen = ({ state }: StoredEntry): boolean => state !== 'done'

/** The same queue, entry by entry, makes the same print. */
const printOf = (queue: StoredQueue | undefined): string =>
  !queue || isParked(queue)
    ? ''
    : JSON.stringify(queue.entries.map(({ id, key, state, tries }) => [id, key, state, tries]))
