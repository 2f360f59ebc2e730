import { describe, expect, it } from 'vitest'
import { createStoredValue, unsealedPacking, type StoredValue } from '#platform/device-store/stored-value.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { deaf } from '#platform/device-store/tabs.fixture.ts'
import { recentSearchesKey } from '#platform/user-storage-keys.ts'
import { createSafeStorage, type SafeStorage } from '#platform/safe-storage.ts'
import { createDeviceFallback, createRecentSearches } from './recent-searches.ts'

const onDevice = (text?: string) => {
  const storage = createSafeStorage(() => undefined)
  if (text !== undefined) storage.write(recentSearchesKey, text)
  return storage
}
/** The recent searches of a visitor, or of a user with a stored value. */
const open = (storage: SafeStorage, ofPerson?: StoredValue<readonly string[]>) =>
  createRecentSearches(storage, { find: () => ofPerson, subscribe: () => () => undefined })

describe('searches of before', () => {
  it('are kept, the latest first, each once, eight at most, over a start', () => {
    const storage = onDevice()
    const recent = open(storage)
    for (const query of ['a', ' b ', 'a', '', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) recent.add(query)
    expect(recent.get()).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'c', 'a'])
    expect(open(storage).get()).toEqual(recent.get())
  })

  it('are forgotten for good when asked', () => {
    const storage = onDevice('["a"]')
    const recent = open(storage)
    expect(recent.get()).toEqual(['a'])
    recent.clear()
    expect(recent.get()).toEqual([])
    expect(open(storage).get()).toEqual([])
  })

  it.each(['', '{', '{"a":1}', '[1,null,{}]'])('that cannot be read are none: %s', (text) => {
    expect(open(onDevice(text)).get()).toEqual([])
  })

  it('become the person’s at the sign-in, and lie on the device no more', async () => {
    const storage = onDevice('["b","a"]')
    const aside = createDeviceFallback(storage)
    const options = { store: makeMemoryStore(), key: 'own', empty: [], tabs: deaf, fallback: aside }
    const packing = unsealedPacking<readonly string[]>((saved) => saved as string[])
    const ofPerson = createStoredValue<readonly string[]>({ ...options, ...packing })
    const recent = open(storage, ofPerson)
    recent.add('c')
    await ofPerson.whenRead()
    expect(recent.get()).toEqual(['c', 'b', 'a'])
    expect(open(storage).get()).toEqual([])
  })
})
