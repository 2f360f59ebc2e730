import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/api.ts'
import { createSafeStorage } from '#platform/safe-storage.ts'
import { createAuthStore } from '#platform/auth.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { getOwnerKey, getFavouritesKey } from '#platform/user-storage-keys.ts'
import { getCacheKey } from '#app/persistence/persist-rules.ts'
import { makeStorage } from '../persistence/tab.fixture.ts'
import { removeStaleUserData, removeUserData } from './stale-user-data.ts'

const user = (id: string) => ({ id, name: id }) as CurrentUser
const publicKey = getCacheKey('pub')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A device on which two people and everybody left something in each place, with one tab and what other tabs say. */
function openDevice(elsewhere: readonly string[] = [], keptOf?: string) {
  const storage = makeStorage()
  const owners = ['anna', 'ben'].map(getOwnerKey)
  for (const owner of owners) for (const schema of [0, 1, 9]) storage.setItem(getCacheKey(owner, schema), 'x')
  storage.setItem(publicKey, 'x')
  storage.setItem('favourites', 'x')
  const files = new Set([...owners.map((owner) => `pins:${owner}`), 'pins:public', 'precache'])
  const bodies = new Set(owners)
  const values = makeMemoryStore()
  for (const owner of owners) values.values.set(getFavouritesKey(owner), 'x')
  const parked: string[] = []
  const caches = {
    keys: async () => [...files],
    delete: async (name: string) => files.delete(name),
  } as unknown as CacheStorage
  const removeOwned = async (isToGo: (owner: string) => boolean) => {
    for (const owner of bodies) if (isToGo(owner)) bodies.delete(owner)
  }
  const ofTab = makeStorage()
  const authStore = createAuthStore(createSafeStorage(() => ofTab))
  const deps = {
    stores: {
      storage,
      caches,
      contents: { removeOwned },
      values,
      outbox: {
        suspend: async (isToGo: (owner: string) => boolean) => void parked.push(...owners.filter(isToGo)),
      },
    },
    authStore,
    tabs: { findSignedInUsers: async () => new Set(elsewhere) },
    persistentSignIn: {
      read: async () =>
        keptOf === undefined ? undefined : { token: 't', user: user(keptOf), expiresAt: '' },
    },
  }
  /** Names of those of whom anything is left, wherever. */
  const left = () => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    const all = [...keys, ...files, ...bodies, ...values.values.keys()].join(' ')
    return ['anna', 'ben'].filter((name) => all.includes(getOwnerKey(name)))
  }
  const shared = () => [storage.getItem(publicKey), storage.getItem('favourites'), files.has('pins:public')]
  return { storage, session: authStore, deps, left, shared, parked }
}

test('who signs out leaves nothing in any place, of any version of the app; others and the public stay', async () => {
  const { deps, left, shared } = openDevice()
  removeUserData('anna', deps)
  await vi.advanceTimersByTimeAsync(0)
  expect(left()).toEqual(['ben'])
  expect(shared()).toEqual(['x', 'x', true])
})

test('a write that comes after the sign-out is removed as well, unless the person is back', async () => {
  const { deps, storage, session: authStore, left } = openDevice()
  const late = () => storage.setItem(getCacheKey(getOwnerKey('anna')), 'late')
  removeUserData('anna', deps)
  late()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(left()).toEqual(['ben'])
  removeUserData('anna', deps)
  authStore.setUser(user('anna'))
  late()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(left()).toEqual(['anna', 'ben'])
})

test('what people left who only closed the app goes, but not of who is signed in here or in another tab', async () => {
  const nobodyHere = openDevice()
  await removeStaleUserData(nobodyHere.deps)
  expect(nobodyHere.left()).toEqual([])
  expect(nobodyHere.shared()).toEqual(['x', 'x', true])
  const annaHere = openDevice()
  annaHere.session.setUser(user('anna'))
  await removeStaleUserData(annaHere.deps)
  expect(annaHere.left()).toEqual(['anna'])
  // What they have to send is sealed, not removed.
  expect(annaHere.parked).toEqual([getOwnerKey('ben')])
  const benElsewhere = openDevice(['ben'])
  await removeStaleUserData(benElsewhere.deps)
  expect(benElsewhere.left()).toEqual(['ben'])
  // The start was too slow to bring the sign-in back.
  const benKept = openDevice([], 'ben')
  await removeStaleUserData(benKept.deps)
  expect(benKept.left()).toEqual(['ben'])
})

test('nothing goes while it is not known whose token this tab has', async () => {
  const { deps, session: authStore, left } = openDevice()
  authStore.setToken('t')
  await removeStaleUserData(deps)
  expect(left()).toEqual(['anna', 'ben'])
})
