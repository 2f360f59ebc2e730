import type { StoredValue, FallbackStorage } from '#platform/device-store/stored-value.ts'
import type { SafeStorage } from '#platform/safe-storage.ts'

/** A row with a mark, by module and id: `sessions/storage-panel`. */
export type MarkedItem = `${string}/${string}`

/** A mark that the user has set or removed on this device, and that is not in the outbox yet. */
export interface MarkChange {
  item: MarkedItem
  /** True when it was set, false when it was removed. */
  isMarked: boolean
}

/** The marks of the signed-in user on this device: those of the account with the local changes. */
export interface AccountMarkStore {
  /** Returns the ids of the marked rows of a module; the same object while nothing changes. */
  read: (module: string) => ReadonlySet<string>
  /** Sets or removes marks, and records the changes that must be sent. */
  set: (module: string, ids: Iterable<string>, isMarked: boolean) => Promise<void>
  /** Returns the changes that are not in the outbox yet. */
  changes: () => readonly MarkChange[]
  /** Removes a change that is in the outbox now. A later change of the same item stays. */
  removeChange: (change: MarkChange) => Promise<void>
  /**
   * Replaces the marks by those of the account with the outbox entries applied. Changes that are not in the outbox
   * stay.
   */
  applyAccountMarks: (items: ReadonlySet<MarkedItem>) => Promise<void>
  /** True once the account's marks have been loaded on this device, in this or an earlier run. */
  isKnown: () => boolean
  /** Resolves when the device has read the marks, or failed to. */
  waitUntilRead: () => Promise<void>
  /** Reads the device again, because another tab may have written. */
  refresh: () => Promise<void>
  /** False once the device failed to store a mark. */
  isPersisted: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** The marks of a user as the device stores them, under these names. */
export interface Marks {
  /** All marks that the user sees: those of the account with `changes` applied. */
  items: readonly MarkedItem[]
  /** Changes that are not in the outbox yet: true for a mark that was set, false for one that was removed. */
  changes: Readonly<Record<MarkedItem, boolean>>
  /** True once the account's marks have been loaded. */
  isKnown: boolean
}

export const noMarks: Marks = { items: [], changes: {}, isKnown: false }

const toMarkedItem = (module: string, id: string): MarkedItem => `${module}/${id}`

/** Parses stored marks; invalid ones count as none. */
export function parseMarks(saved: unknown): Marks {
  const { items, changes, isKnown } = (saved ?? {}) as Partial<Marks>
  if (!Array.isArray(items) || typeof changes !== 'object' || changes === null) return noMarks
  return { items, changes, isKnown: isKnown === true }
}

/** Creates the store over a stored value. */
export function createAccountMarkStore(stored: StoredValue<Marks>): AccountMarkStore {
  /** The ids of each module that was read: `read` must return the same object as long as nothing changes. */
  let cachedSets: { marks: Marks; byModule: Map<string, ReadonlySet<string>> } | undefined
  return {
    read(module) {
      const marks = stored.read()
      if (cachedSets?.marks !== marks) cachedSets = { marks, byModule: new Map() }
      const existing = cachedSets.byModule.get(module)
      if (existing) return existing
      const prefix = `${module}/`
      const ids = marks.items.filter((item) => item.startsWith(prefix))
      const set = new Set(ids.map((item) => item.slice(prefix.length)))
      cachedSets.byModule.set(module, set)
      return set
    },
    set(module, ids, isMarked) {
      const items = [...ids].map((id) => toMarkedItem(module, id))
      return stored.change((previous) => withMarks(previous, items, isMarked))
    },
    changes: () => listChanges(stored.read()),
    removeChange: ({ item, isMarked }) =>
      stored.change((previous) => {
        if (previous.changes[item] !== isMarked) return previous
        const remaining = Object.entries(previous.changes).filter(([key]) => key !== item)
        return { ...previous, changes: Object.fromEntries(remaining) }
      }),
    applyAccountMarks: (items) => stored.change((previous) => withAccountItems(previous, items)),
    isKnown: () => stored.read().isKnown,
    waitUntilRead: stored.whenRead,
    refresh: stored.refresh,
    isPersisted: stored.isPersisted,
    subscribe: stored.subscribe,
  }
}

const listChanges = ({ changes }: Marks): MarkChange[] =>
  Object.entries(changes).map(([item, isMarked]) => ({ item: item as MarkedItem, isMarked }))

/** Returns the marks with items set or removed; the same object when nothing changes. */
function withMarks(previous: Marks, items: readonly MarkedItem[], isMarked: boolean): Marks {
  const next = new Set(previous.items)
  // While the account's marks are unknown, an item that already is as requested here may differ there. It counts as a
  // change, too, unless that change is recorded.
  const changed = items.filter(
    (item) => next.has(item) !== isMarked || !(previous.isKnown || previous.changes[item] === isMarked),
  )
  if (changed.length === 0) return previous
  for (const item of changed)
    if (isMarked) next.add(item)
    else next.delete(item)
  const changes = { ...previous.changes, ...Object.fromEntries(changed.map((item) => [item, isMarked])) }
  return { ...previous, items: [...next], changes }
}

/** Returns the marks with the account's items below the changes; the same object when nothing changes. */
function withAccountItems(marks: Marks, items: ReadonlySet<MarkedItem>): Marks {
  const { items: previousItems, changes, isKnown } = marks
  const next = new Set(items)
  for (const { item, isMarked } of listChanges(marks))
    if (isMarked) next.add(item)
    else next.delete(item)
  const isSame = next.size === previousItems.length && previousItems.every((item) => next.has(item))
  return isSame && isKnown ? marks : { items: [...next], changes, isKnown: true }
}

/**
 * Creates the fallback for marks that earlier versions of the app stored in localStorage. They are moved to the store.
 * Nothing is written to localStorage, because it would not be encrypted.
 */
export function createLegacyMarksStorage(
  storage: Omit<SafeStorage, 'keys'>,
  key: string,
): FallbackStorage<Marks> {
  return {
    mergeInto(value) {
      const saved = parseSaved(storage.read(key))
      if (saved === noMarks) return value
      // Marks in the store are newer than the saved ones, of which then only the unsent changes count.
      const latestMarks = value.isKnown || value.items.length > 0 ? value : saved
      return listChanges(saved).reduce(
        (previous, { item, isMarked }) => withMarks(previous, [item], isMarked),
        latestMarks,
      )
    },
    write: () => false,
    remove() {
      if (storage.read(key) !== undefined) storage.remove(key)
    },
  }
}

/** Parses marks of localStorage; a missing or damaged text counts as none. */
function parseSaved(saved: string | undefined): Marks {
  try {
    return parseMarks(JSON.parse(saved ?? 'null'))
  } catch {
    return noMarks
  }
}
