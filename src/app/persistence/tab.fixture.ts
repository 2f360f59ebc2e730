import { QueryClient } from '@tanstack/react-query'
import { createDataAges } from '#platform/data-age.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { createSealer } from '#platform/device-store/sealing.ts'
import { makeTabs } from '#platform/device-store/tabs.fixture.ts'
import { getSnapshotKey } from '#platform/user-storage-keys.ts'
import { createSnapshotValue } from './private-cache-store.ts'
import { startPersistence } from './persistence.ts'
import type { PersistenceDeps } from './persistence.ts'
import type { StorageLevel } from './cache-store.ts'

export const agendaKey = ['sessions', 'all']
export const agenda = { items: [{ id: 'a', title: { 'zh-CN': '开幕式', en: 'Opening' } }] }
export const nowMs = Date.parse('2023-09-06T01:12:00Z')

/** A storage like localStorage, with a limit in characters. */
export function makeStorage(limitChars = Infinity): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, text) {
      if (text.length > limitChars) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

/** One tab: a query client and its persistence over a given storage. */
export function openTab(storage: Storage | undefined, more: Partial<PersistenceDeps> = {}) {
  // Node keeps queries for ever by itself; five minutes are a browser's default.
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 300_000 } } })
  const ages = createDataAges()
  const rooms: StorageLevel[] = []
  const persistence = startPersistence({
    queryClient,
    storage,
    ages,
    nowMs: () => nowMs,
    serverNowMs: () => nowMs,
    onStorageLevel: (room) => rooms.push(room),
    openSnapshotValue: () => undefined,
    ...more,
  })
  const load = (
    key: unknown[],
    data: unknown,
    persist: 'public' | 'private' = 'public',
    updatedAt = nowMs,
  ) => {
    queryClient.getQueryCache().build(queryClient, { queryKey: key, meta: { persist } })
    queryClient.setQueryData(key, data, { updatedAt })
  }
  return { queryClient, ages, rooms, persistence, load }
}

/** What a device keeps of its people, sealed, with the tabs of its browser. */
export function makeOwnValues() {
  const store = makeMemoryStore()
  const browser = makeTabs()
  return {
    store,
    /** What a tab opens a person's snapshot by. */
    open(): PersistenceDeps['openSnapshotValue'] {
      const tabs = browser.open()
      return (owner) => createSnapshotValue(store, tabs, owner, createSealer(store, owner, crypto.subtle))
    },
    /** A person's things are removed, and the tabs are told. */
    remove(owner: string) {
      store.values.delete(getSnapshotKey(owner))
      browser.open().notify(getSnapshotKey(owner))
    },
    text: () => JSON.stringify([...store.values]),
  }
}
