import type { StoredValue, FallbackStorage } from '#platform/device-store/stored-value.ts'
import type { SafeStorage } from '#platform/safe-storage.ts'

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
  removeChange: (change: MarkChange) => Promise<void>
  /**
   * Replaces the marks by those of the account with the outbox entries applied. Changes that are not in the outbox
   * stay.
   */
  applyAccountMarks: (items: ReadonlySet<MarkedItem>) => Promise<void>
  /** True once the account's marks have been loaded on this device. */
  isKnown: () => boolean
  /** Resolves when the device has read the marks, or failed to. */
  waitUntilRead: () => Promise<void>
  /** Reads the device again, because another tab may have written. */
  refresh: () => Promise<void>
  /** False once the device failed to store a mark. */
  isPersisted: () => boolean
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
      const items = [...ids].map((id) => toItem(module, id))
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

function withMarks(previous: Marks, items: readonly MarkedItem[], isMarked: boolean): Marks {
  const next = new Set(previous.items)
  // The account's marks are not known yet: any of these items may differ there.
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
      const base = value.isKnown || value.items.length > 0 ? value : saved
      return listChanges(saved).reduce(
        (previous, { item, isMarked }) => withMarks(previous, [item], isMarked),
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
