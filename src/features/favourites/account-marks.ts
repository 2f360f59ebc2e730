import type { Aside, StoredValue } from '#lib/device-store/stored-value.ts'
import type { SafeStorage } from '#lib/safe-storage.ts'

/** A row that bears a mark: `sessions/storage-panel`. */
export type MarkedItem = `${string}/${string}`

/** A mark that was set or taken away, and is not in the outbox yet. */
export interface MarkChange {
  item: MarkedItem
  isMarked: boolean
}

/** What somebody who is signed in has marked, on this device: the account's marks with what was done here since. */
export interface AccountMarkStore {
  /** Ids of the marked rows of a module; the same object as long as nothing changed. */
  read: (module: string) => ReadonlySet<string>
  /** Sets marks, or takes them away. What changes by that is to be sent. */
  set: (module: string, ids: Iterable<string>, isMarked: boolean) => Promise<void>
  /** What is not in the outbox yet. */
  changes: () => readonly MarkChange[]
  /** It is in the outbox now. A change of mind meanwhile stays. */
  handOver: (change: MarkChange) => Promise<void>
  /** What the account holds, with all that waits in the outbox; changes that are not there yet stand. */
  settle: (items: ReadonlySet<MarkedItem>) => Promise<void>
  /** Whether the account has been heard of once on this device. */
  isKnown: () => boolean
  /** Settles when the device has said which there are, or does not say. */
  untilRead: () => Promise<void>
  /** Asks the device once more, which another tab may have written to a moment ago. */
  refresh: () => Promise<void>
  isKept: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** As it lies on the device. */
export interface Marks {
  items: readonly MarkedItem[]
  changes: Readonly<Record<MarkedItem, boolean>>
  isKnown: boolean
}

export const noMarks: Marks = { items: [], changes: {}, isKnown: false }

export const toItem = (module: string, id: string): MarkedItem => `${module}/${id}`

/** Whatever lay on the device as marks; damaged ones are none. */
export function parseMarks(saved: unknown): Marks {
  const { items, changes, isKnown } = (saved ?? {}) as Partial<Marks>
  if (!Array.isArray(items) || typeof changes !== 'object' || changes === null) return noMarks
  return { items, changes, isKnown: isKnown === true }
}

/** Own marks over the value that keeps them. */
export function createAccountMarkStore(kept: StoredValue<Marks>): AccountMarkStore {
  let sets: { of: Marks; byModule: Map<string, ReadonlySet<string>> } | undefined
  return {
    read(module) {
      const marks = kept.read()
      if (sets?.of !== marks) sets = { of: marks, byModule: new Map() }
      const known = sets.byModule.get(module)
      if (known) return known
      const prefix = `${module}/`
      const ids = marks.items.filter((item) => item.startsWith(prefix))
      const set = new Set(ids.map((item) => item.slice(prefix.length)))
      sets.byModule.set(module, set)
      return set
    },
    set(module, ids, isMarked) {
      const items = [...ids].map((id) => toItem(module, id))
      return kept.change((before) => withMarks(before, items, isMarked))
    },
    changes: () => listChanges(kept.read()),
    handOver: ({ item, isMarked }) =>
      kept.change((before) => {
        if (before.changes[item] !== isMarked) return before
        const left = Object.entries(before.changes).filter(([one]) => one !== item)
        return { ...before, changes: Object.fromEntries(left) }
      }),
    settle: (items) => kept.change((before) => settled(before, items)),
    isKnown: () => kept.read().isKnown,
    untilRead: kept.untilRead,
    refresh: kept.refresh,
    isKept: kept.isKept,
    subscribe: kept.subscribe,
  }
}

const listChanges = ({ changes }: Marks): MarkChange[] =>
  Object.entries(changes).map(([item, isMarked]) => ({ item: item as MarkedItem, isMarked }))

function withMarks(before: Marks, items: readonly MarkedItem[], isMarked: boolean): Marks {
  const next = new Set(before.items)
  // What the account holds is not known yet: it may be otherwise there.
  const changed = items.filter(
    (item) => next.has(item) !== isMarked || !(before.isKnown || before.changes[item] === isMarked),
  )
  if (changed.length === 0) return before
  for (const item of changed)
    if (isMarked) next.add(item)
    else next.delete(item)
  const changes = { ...before.changes, ...Object.fromEntries(changed.map((item) => [item, isMarked])) }
  return { ...before, items: [...next], changes }
}

function settled(marks: Marks, items: ReadonlySet<MarkedItem>): Marks {
  const { items: before, changes, isKnown } = marks
  const next = new Set(items)
  for (const { item, isMarked } of listChanges(marks))
    if (isMarked) next.add(item)
    else next.delete(item)
  const isSame = next.size === before.length && before.every((item) => next.has(item))
  return isSame && isKnown ? marks : { items: [...next], changes, isKnown: true }
}

/**
 * Where own marks lay in earlier versions of the app, in localStorage: they are taken over, and nothing goes there any more,
 * since it would lie in clear.
 */
export function createMarksAside(storage: Omit<SafeStorage, 'keys'>, key: string): Aside<Marks> {
  return {
    joinTo(value) {
      const saved = parseSaved(storage.read(key))
      if (saved === noMarks) return value
      const base = value.isKnown || value.items.length > 0 ? value : saved
      return listChanges(saved).reduce(
        (before, { item, isMarked }) => withMarks(before, [item], isMarked),
        base,
      )
    },
    write: () => false,
    remove() {
      if (storage.read(key) !== undefined) storage.remove(key)
    },
  }
}

function parseSaved(saved: string | undefined): Marks {
  try {
    return parseMarks(JSON.parse(saved ?? 'null'))
  } catch {
    return noMarks
  }
}
