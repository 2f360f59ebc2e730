import { useSyncExternalStore } from 'react'
import type { Aside } from '#lib/device-store/stored-value.ts'
import { createOwnValue } from '#lib/device-store/own-value.ts'
import { createId } from '#lib/create-id.ts'
import { getSavedViewsKey } from '#lib/user-storage-keys.ts'
import { safeLocalStorage, type SafeStorage } from '#lib/safe-storage.ts'
import { parseListState, writeListState, type ListState } from '../data/list-state.ts'

/** A list as a person saved it: a name and what its address says. */
export interface SavedView {
  id: string
  module: string
  name: string
  search: Readonly<Record<string, string>>
}

/** Longest name of a saved list, in characters: it stands on a chip. */
export const maxNameLength = 40

const none: readonly SavedView[] = []

/** The lists that were saved; what is not understood is none. */
export function parseLists(saved: unknown): readonly SavedView[] {
  const lists = Array.isArray(saved) ? saved.filter(isOwnList) : []
  return lists.length === 0 ? none : lists
}

/** Where earlier versions of the app kept them, in localStorage: they are taken over, and nothing goes there any more. */
export const createListsAside = (
  storage: Pick<SafeStorage, 'read' | 'remove'>,
  key: string,
): Aside<readonly SavedView[]> => ({
  joinTo(value) {
    const left = readLeft(storage, key).filter(({ id }) => value.every((one) => one.id !== id))
    return left.length === 0 ? value : [...left, ...value]
  },
  write: () => false,
  remove() {
    if (storage.read(key) !== undefined) storage.remove(key)
  },
})

function readLeft(storage: Pick<SafeStorage, 'read'>, key: string): readonly SavedView[] {
  try {
    return parseLists(JSON.parse(storage.read(key) ?? '[]'))
  } catch {
    return none
  }
}

function isOwnList(one: unknown): one is SavedView {
  const { id, module, name, search } = (one ?? {}) as Partial<SavedView>
  return (
    [id, module, name].every((text) => typeof text === 'string') && parseListState(search ?? {}) !== undefined
  )
}

/** Saves what is on screen under a name; one of the same name is replaced. */
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

/** True when the list shows what is on screen. */
export function isActiveView({ search }: SavedView, state: ListState): boolean {
  return sorted(search) === sorted(writeListState(state))
}

const sorted = (query: object) =>
  JSON.stringify(Object.entries(query).toSorted(([a], [b]) => a.localeCompare(b)))

/** The signed-in person's own. */
const ownLists = createOwnValue({
  keyOf: getSavedViewsKey,
  empty: none,
  parse: parseLists,
  asideOf: (owner) => createListsAside(safeLocalStorage, getSavedViewsKey(owner)),
})
const readAll = () => ownLists.find()?.read() ?? none

/** A person's own saved lists of a module, on this device, until they sign out. */
export function useSavedViews(module: string) {
  const all = useSyncExternalStore(ownLists.subscribe, readAll)
  const change = (toNext: (before: readonly SavedView[]) => readonly SavedView[]) =>
    void ownLists.find()?.change(toNext)
  return {
    lists: all.filter((one) => one.module === module),
    save: (name: string, state: ListState) =>
      change((before) => upsertSavedView(before, module, name, state)),
    rename: (list: string, name: string) =>
      change((before) => before.map((one) => (one.id === list ? { ...one, name } : one))),
    remove: (list: string) => change((before) => before.filter((one) => one.id !== list)),
  }
}
