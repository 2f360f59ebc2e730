import { useSyncExternalStore } from 'react'
import { newId } from '#lib/new-id.ts'
import { ownListsKey, ownerOfUser } from '#lib/owner.ts'
import { localStore, type SafeStorage } from '#lib/safe-storage.ts'
import { useCurrentUser } from '#lib/session.ts'
import { parseListState, writeListState, type ListState } from '../reading/list-state.ts'

/** A list as a person saved it: a name and what its address says. */
export interface OwnList {
  id: string
  module: string
  name: string
  search: Readonly<Record<string, string>>
}

/** Longest name of a saved list, in characters: it stands on a chip. */
export const longestName = 40

const listeners = new Set<() => void>()

/** The lists that lie under a key; what is not understood is none. */
export function readLists(storage: Pick<SafeStorage, 'read'>, key: string): readonly OwnList[] {
  return parse(storage.read(key))
}

function parse(text: string | undefined): readonly OwnList[] {
  try {
    const lists: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(lists) ? lists.filter(isOwnList) : []
  } catch {
    return []
  }
}

function isOwnList(one: unknown): one is OwnList {
  const { id, module, name, search } = (one ?? {}) as Partial<OwnList>
  return (
    [id, module, name].every((text) => typeof text === 'string') && parseListState(search ?? {}) !== undefined
  )
}

/** Saves what is on screen under a name; one of the same name is replaced. */
export function withSaved(
  lists: readonly OwnList[],
  module: string,
  name: string,
  state: ListState,
): readonly OwnList[] {
  const same = lists.find((one) => one.module === module && one.name === name)
  const saved: OwnList = { id: same?.id ?? newId(), module, name, search: writeListState(state) }
  return same ? lists.map((one) => (one === same ? saved : one)) : [...lists, saved]
}

/** True when the list shows what is on screen. */
export function isShownList({ search }: OwnList, state: ListState): boolean {
  return sorted(search) === sorted(writeListState(state))
}

const sorted = (query: object) =>
  JSON.stringify(Object.entries(query).toSorted(([a], [b]) => a.localeCompare(b)))

/** A person's own saved lists of a module, on this device, until they sign out. */
export function useOwnLists(module: string) {
  const { id = '' } = useCurrentUser()
  const key = ownListsKey(ownerOfUser(id))
  const text = useSyncExternalStore(follow, () => localStore.read(key))
  const all = parse(text)
  const write = (next: readonly OwnList[]) => {
    localStore.write(key, JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  return {
    lists: all.filter((one) => one.module === module),
    save: (name: string, state: ListState) => write(withSaved(all, module, name, state)),
    rename: (list: string, name: string) =>
      write(all.map((one) => (one.id === list ? { ...one, name } : one))),
    remove: (list: string) => write(all.filter((one) => one.id !== list)),
  }
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab of the same person.
  globalThis.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener('storage', listener)
  }
}
