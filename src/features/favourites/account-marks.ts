import type { StoredValue, FallbackStorage } from '#lib/device-store/stored-value.ts'
import type { SafeStorage } from '#lib/safe-storage.ts'

/** A marked row: `sessions/storage-panel`. */
export type MarkedItem = `${string}/${string}`

/** A mark that was set or removed and is not in the outbox yet. */
export interface MarkChange {
  item: MarkedItem
  isMarked: boolean
}

/** The marks of the signed-in user on this device: those of the account with the local changes. */
export interface AccountMarkStore {
  /** Returns the ids of the marked rows of a module; the same object while nothing changes. */
  read: (module: string) => ReadonlySet<string>
  /** Sets or removes marks. The changes are to be sent. */
  set: (module: string, ids: Iterable<string>, isMarked: boolean) => Promise<void>
  /** Returns the changes that are not in the outbox yet. */
  changes: () => readonly MarkChange[]
  /** Removes a change that is in the outbox now. A later change of the same item stays. */
  handOver: (change: MarkChange) => Promise<void>
  /**
   * Takes over the marks of the account, including all entries of the outbox. Changes that are not in the outbox stay.
   */
  settle: (items: ReadonlySet<MarkedItem>) => Promise<void>
  /** Tells whether the account's marks have been loaded on this device once. */
  isKnown: () => boolean
  /** Resolves when the device has read the marks, or failed to. */
  waitUntilRead: () => Promise<void>
  /** Reads the device again, because another tab may have written. */
  refresh: () => Promise<void>
  isKept: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** As stored on the device. */
export interface Marks {
  items: readonly MarkedItem[]
  changes: Readonly<Record<MarkedItem, boolean>>
  isKnown: boolean
}

export const noMarks: Marks = { items: [], changes: {}, isKnown: false }

export const toItem = (module: string, id: string): MarkedItem => `${module}/${id}`

/** Parses stored marks; invalid ones count as none. */
export function parseMarks(saved: unknown): Marks {
  const { items, changes, isKnown } = (saved ?? {}) as Partial<Marks>
  if (!Array.isArray(items) || typeof changes !== 'object' || changes === null) return noMarks
  return { items, changes, isKnown: isKnown === true }
}

/** Creates the store over a stored value. */
export function createAccountMarkStore(stored: StoredValue<Marks>): AccountMarkStore {
  let sets: { of: Marks; byModule: Map<string, ReadonlySet<string>> } | undefined
  return {
    read(module) {
      const marks = stored.read()
      if (sets?.of !== marks) sets = { of: marks, byModule: new Map() }
      const existing = sets.byModule.get(module)
      if (existing) return existing
      const prefix = `${module}/`
      const ids = marks.items.filter((item) => item.startsWith(prefix))
      const set = new Set(ids.map((item) => item.slice(prefix.length)))
      sets.byModule.set(module, set)
      return set
    },
    set(module, ids, isMarked) {
      const items = [...ids].map((id) => toItem(module, id))
      return stored.change((before) => withMarks(before, items, isMarked))
    },
    changes: () => listChanges(stored.read()),
    handOver: ({ item, isMarked }) =>
      stored.change((before) => {
        if (before.changes[item] !== isMarked) return before
        const remaining = Object.entries(before.changes).filter(([one]) => one !== item)
        return { ...before, changes: Object.fromEntries(remaining) }
      }),
    settle: (items) => stored.change((before) => settled(before, items)),
    isKnown: () => stored.read().isKnown,
    waitUntilRead: stored.whenRead,
    refresh: stored.refresh,
    isKept: stored.isPersisted,
    subscribe: stored.subscribe,
  }
}

const listChanges = ({ changes }: Marks): MarkChange[] =>
  Object.entries(changes).map(([item, isMarked]) => ({ item: item as MarkedItem, isMarked }))

function withMarks(before: Marks, items: readonly MarkedItem[], isMarked: boolean): Marks {
  const next = new Set(before.items)
  // The account's marks are not known yet: any of these items may differ there.
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
 * Where earlier versions of the app stored marks, in localStorage. They are moved, and nothing is written there,
 * because it would not be encrypted.
 */
export function createMarksAside(storage: Omit<SafeStorage, 'keys'>, key: string): FallbackStorage<Marks> {
  return {
    mergeInto(value) {
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
