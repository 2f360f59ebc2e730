import { useSyncExternalStore } from 'react'
import type { FallbackStorage } from '#lib/device-store/stored-value.ts'
import { createOwnValue } from '#lib/device-store/own-value.ts'
import { createId } from '#lib/create-id.ts'
import { getSavedViewsKey } from '#lib/user-storage-keys.ts'
import { safeLocalStorage, type SafeStorage } from '#lib/safe-storage.ts'
import { parseListState, writeListState, type ListState } from '../data/list-state.ts'

/** A saved list: a name and the search parameters of its URL. */
export interface SavedView {
  id: string
  module: string
  name: string
  search: Readonly<Record<string, string>>
}

/** Maximum length of a name in characters: it is shown on a chip. */
export const maxNameLength = 40

const none: readonly SavedView[] = []

/** Parses saved views; invalid ones are left out. */
export function parseSavedViews(saved: unknown): readonly SavedView[] {
  const lists = Array.isArray(saved) ? saved.filter(isSavedView) : []
  return lists.length === 0 ? none : lists
}

/**
 * Creates access to the views that earlier versions of the app stored in localStorage. They are migrated, and nothing
 * is written there any more.
 */
export const createLegacySavedViews = (
  storage: Pick<SafeStorage, 'read' | 'remove'>,
  key: string,
): FallbackStorage<readonly SavedView[]> => ({
  mergeInto(value) {
    const legacy = readLegacyViews(storage, key).filter(({ id }) => value.every((one) => one.id !== id))
    return legacy.length === 0 ? value : [...legacy, ...value]
  },
  write: () => false,
  remove() {
    if (storage.read(key) !== undefined) storage.remove(key)
  },
})

function readLegacyViews(storage: Pick<SafeStorage, 'read'>, key: string): readonly SavedView[] {
  try {
    return parseSavedViews(JSON.parse(storage.read(key) ?? '[]'))
  } catch {
    return none
  }
}

function isSavedView(one: unknown): one is SavedView {
  const { id, module, name, search } = (one ?? {}) as Partial<SavedView>
  return (
    [id, module, name].every((text) => typeof text === 'string') && parseListState(search ?? {}) !== undefined
  )
}

/** Saves the state of a list under a name, replacing a view of the same name. */
export function upsertSavedView(
  lists: readonly SavedView[],
  module: string,
  name: string,
  state: ListState,
): readonly SavedView[] {
  const same = lists.find((one) => one.module === module && one.name === name)
  const saved: SavedView = { id: same?.id ?? createId(), module, name, search: writeListState(state) }
  return same ? lists.map((one) => (one === same ? saved : one)) : [...lists, saved]
}

/** Whether a view equals the state on screen. */
export function isActiveView({ search }: SavedView, state: ListState): boolean {
  return sorted(search) === sorted(writeListState(state))
}

const sorted = (query: object) =>
  JSON.stringify(Object.entries(query).toSorted(([a], [b]) => a.localeCompare(b)))

/** The signed-in user's views. */
const savedViewsStore = createOwnValue({
  getKey: getSavedViewsKey,
  empty: none,
  parse: parseSavedViews,
  createFallback: (owner) => createLegacySavedViews(safeLocalStorage, getSavedViewsKey(owner)),
})
const readAll = () => savedViewsStore.find()?.read() ?? none

/** Returns the user's saved views of a module. They are stored on this device until the user signs out. */
export function useSavedViews(module: string) {
  const all = useSyncExternalStore(savedViewsStore.subscribe, readAll)
  const change = (toNext: (before: readonly SavedView[]) => readonly SavedView[]) =>
    void savedViewsStore.find()?.change(toNext)
  return {
    lists: all.filter((one) => one.module === module),
    save: (name: string, state: ListState) =>
      change((before) => upsertSavedView(before, module, name, state)),
    rename: (list: string, name: string) =>
      change((before) => before.map((one) => (one.id === list ? { ...one, name } : one))),
    remove: (list: string) => change((before) => before.filter((one) => one.id !== list)),
  }
}
