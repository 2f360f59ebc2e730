import { useSyncExternalStore } from 'react'
import type { FallbackStorage } from '#platform/device-store/stored-value.ts'
import { createOwnValue } from '#platform/device-store/own-value.ts'
import { createId } from '#platform/create-id.ts'
import { getSavedViewsKey } from '#platform/user-storage-keys.ts'
import { safeLocalStorage, type SafeStorage } from '#platform/safe-storage.ts'
import { parseListState, writeListState, type ListState } from '../data/list-state.ts'

/** The state of a list that a user saved under a name. */
export interface SavedView {
  id: string
  module: string
  /** Unique among the user's views of the module, except after a rename. */
  name: string
  /** Search parameters of the list's URL. */
  search: Readonly<Record<string, string>>
}

/** Maximum length of a name in characters: it is shown on a chip. */
export const maxNameLength = 40

/** Always the same array, so that `useSyncExternalStore` sees no change between two reads. */
const noViews: readonly SavedView[] = []

/** Parses saved views; invalid ones are left out. */
export function parseSavedViews(saved: unknown): readonly SavedView[] {
  const views = Array.isArray(saved) ? saved.filter(isSavedView) : []
  return views.length === 0 ? noViews : views
}

/**
 * Creates access to the views that earlier versions of the app stored in localStorage. They are merged into the current
 * storage; localStorage is not written any more.
 */
export const createLegacySavedViews = (
  storage: Pick<SafeStorage, 'read' | 'remove'>,
  key: string,
): FallbackStorage<readonly SavedView[]> => ({
  mergeInto(views) {
    const legacyViews = readLegacyViews(storage, key).filter(({ id }) =>
      views.every((view) => view.id !== id),
    )
    return legacyViews.length === 0 ? views : [...legacyViews, ...views]
  },
  // Reports that nothing was written.
  write: () => false,
  remove() {
    if (storage.read(key) !== undefined) storage.remove(key)
  },
})

function readLegacyViews(storage: Pick<SafeStorage, 'read'>, key: string): readonly SavedView[] {
  try {
    return parseSavedViews(JSON.parse(storage.read(key) ?? '[]'))
  } catch {
    return noViews
  }
}

function isSavedView(candidate: unknown): candidate is SavedView {
  const { id, module, name, search } = (candidate ?? {}) as Partial<SavedView>
  return (
    [id, module, name].every((text) => typeof text === 'string') && parseListState(search ?? {}) !== undefined
  )
}

/** Saves the state of a list under a name, replacing a view of the same name. */
export function upsertSavedView(
  views: readonly SavedView[],
  module: string,
  name: string,
  state: ListState,
): readonly SavedView[] {
  const existingView = views.find((view) => view.module === module && view.name === name)
  const newView: SavedView = {
    id: existingView?.id ?? createId(),
    module,
    name,
    search: writeListState(state),
  }
  return existingView ? views.map((view) => (view === existingView ? newView : view)) : [...views, newView]
}

/** Whether a view equals the state on screen. */
export function isActiveView({ search }: SavedView, state: ListState): boolean {
  return serializeSorted(search) === serializeSorted(writeListState(state))
}

/** Serializes search parameters for comparison, whatever their order. */
const serializeSorted = (query: object) =>
  JSON.stringify(Object.entries(query).toSorted(([a], [b]) => a.localeCompare(b)))

/** The signed-in user's views of all modules. */
const savedViewsStore = createOwnValue({
  getKey: getSavedViewsKey,
  empty: noViews,
  parse: parseSavedViews,
  createFallback: (owner) => createLegacySavedViews(safeLocalStorage, getSavedViewsKey(owner)),
})
const readAll = () => savedViewsStore.find()?.read() ?? noViews

/** Returns the user's saved views of a module. They are stored on this device until the user signs out. */
export function useSavedViews(module: string) {
  const allViews = useSyncExternalStore(savedViewsStore.subscribe, readAll)
  const updateViews = (update: (previous: readonly SavedView[]) => readonly SavedView[]) =>
    void savedViewsStore.find()?.change(update)
  return {
    views: allViews.filter((view) => view.module === module),
    save: (name: string, state: ListState) =>
      updateViews((previous) => upsertSavedView(previous, module, name, state)),
    rename: (id: string, name: string) =>
      updateViews((previous) => previous.map((view) => (view.id === id ? { ...view, name } : view))),
    remove: (id: string) => updateViews((previous) => previous.filter((view) => view.id !== id)),
  }
}
