import type { SafeStorage } from '#lib/safe-storage.ts'

/** A row that bears a mark: `sessions/storage-panel`. */
export type MarkedItem = `${string}/${string}`

/** A mark that was set or taken away, and is not in the outbox yet. */
export interface MarkChange {
  item: MarkedItem
  isMarked: boolean
}

/** What somebody who is signed in has marked, on this device: the account's marks with what was done here since. */
export interface OwnMarks {
  /** Ids of the marked rows of a module; the same object as long as nothing changed. */
  read: (module: string) => ReadonlySet<string>
  /** Sets marks, or takes them away. What changes by that is to be sent. */
  set: (module: string, ids: Iterable<string>, isMarked: boolean) => void
  /** What is not in the outbox yet. */
  changes: () => readonly MarkChange[]
  /** It is in the outbox now. A change of mind meanwhile stays. */
  handOver: (change: MarkChange) => void
  /** What the account holds, with all that waits in the outbox; changes that are not there yet stand. */
  settle: (items: ReadonlySet<MarkedItem>) => void
  /** Whether the account has been heard of once on this device. */
  isKnown: () => boolean
  isKept: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** As it lies on the device. */
interface Kept {
  items: readonly MarkedItem[]
  changes: Readonly<Record<MarkedItem, boolean>>
  isKnown: boolean
}

const nothing: Kept = { items: [], changes: {}, isKnown: false }

export const toItem = (module: string, id: string): MarkedItem => `${module}/${id}`

function parse(saved: string | undefined): Kept {
  try {
    const value = JSON.parse(saved ?? 'null') as Partial<Kept> | null
    if (!Array.isArray(value?.items) || typeof value.changes !== 'object') return nothing
    return { items: value.items, changes: value.changes, isKnown: value.isKnown === true }
  } catch {
    return nothing
  }
}

/**
 * Each change is made on what the storage holds at that moment, so that two tabs do not overwrite each other.
 * @param otherTabs calls back when another tab changed the storage
 */
export function createOwnMarks(
  storage: Pick<SafeStorage, 'read' | 'write'>,
  otherTabs: (onChange: () => void) => void,
  key: string,
): OwnMarks {
  const listeners = new Set<() => void>()
  const sets = new Map<string, ReadonlySet<string>>()
  let kept = true
  const load = () => parse(storage.read(key))
  const announce = () => {
    sets.clear()
    for (const listener of listeners) listener()
  }
  const save = (next: Kept) => {
    kept = storage.write(key, JSON.stringify({ version: 1, ...next }))
    announce()
  }
  otherTabs(announce)
  return {
    read(module) {
      const known = sets.get(module)
      if (known) return known
      const prefix = `${module}/`
      const ids = load().items.filter((item) => item.startsWith(prefix))
      const set = new Set(ids.map((item) => item.slice(prefix.length)))
      sets.set(module, set)
      return set
    },
    set(module, ids, isMarked) {
      const { items, changes, isKnown } = load()
      const next = new Set(items)
      const changed: Record<MarkedItem, boolean> = { ...changes }
      for (const id of ids) {
        const item = toItem(module, id)
        // What the account holds is not known yet: it may be otherwise there.
        if (next.has(item) === isMarked && isKnown) continue
        if (isMarked) next.add(item)
        else next.delete(item)
        changed[item] = isMarked
      }
      save({ items: [...next], changes: changed, isKnown })
    },
    changes: () =>
      Object.entries(load().changes).map(([item, isMarked]) => ({ item: item as MarkedItem, isMarked })),
    handOver({ item, isMarked }) {
      const { changes, ...rest } = load()
      if (changes[item] !== isMarked) return
      save({ ...rest, changes: Object.fromEntries(Object.entries(changes).filter(([one]) => one !== item)) })
    },
    settle(items) {
      const { items: before, changes, isKnown } = load()
      const next = new Set(items)
      for (const [item, isMarked] of Object.entries(changes) as [MarkedItem, boolean][])
        if (isMarked) next.add(item)
        else next.delete(item)
      const isSame = next.size === before.length && before.every((item) => next.has(item))
      if (!isSame || !isKnown) save({ items: [...next], changes, isKnown: true })
    },
    isKnown: () => load().isKnown,
    isKept: () => kept,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
