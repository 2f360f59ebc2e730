import { describe, expect, it } from 'vitest'
import { createStoredValue } from '#platform/device-store/stored-value.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { makeStorage, makeTabs } from '#platform/device-store/tabs.fixture.ts'
import {
  createFavouritesStore,
  createFallbackIdsStorage,
  favouritesKey,
  noIds,
  packedIds,
} from './favourites-store.ts'

/** A device with the localStorage of an earlier version of the app. */
function device(storedText?: string, canWrite = true) {
  const store = makeMemoryStore()
  const storage = makeStorage(canWrite)
  if (storedText !== undefined) storage.values.set(favouritesKey, storedText)
  const browser = makeTabs()
  /** A start of the app, or another tab. */
  const open = async (key = favouritesKey) => {
    const aside = createFallbackIdsStorage(storage, key)
    const tabs = browser.open()
    const favourites = createFavouritesStore(
      createStoredValue({ store, key, empty: noIds, ...packedIds, fallback: aside, tabs }),
    )
    await favourites.waitUntilRead()
    return favourites
  }
  return { open, store, storage }
}

describe('favourites of a device', () => {
  it('are there again after a restart', async () => {
    const { open } = device()
    const store = await open()
    await Promise.all([store.add(['a']), store.add(['b']), store.remove(['a'])])
    expect([...(await open()).read()]).toEqual(['b'])
  })

  it('of an earlier version are taken over once: a star that is taken away then does not come back', async () => {
    const { open, storage } = device('{"version":1,"ids":["a","b"]}')
    const store = await open()
    expect([...store.read()]).toEqual(['a', 'b'])
    expect(storage.values.size).toBe(0)
    await store.remove(['a'])
    expect([...(await open()).read()]).toEqual(['b'])
  })

  it('lie in the other storage while the device refuses them, and join the rest when it answers again', async () => {
    const { open, store } = device('{"version":1,"ids":["a","b"]}')
    await open()
    store.failWith('blocked')
    const blocked = await open()
    await blocked.add(['c'])
    expect([[...blocked.read()], blocked.isPersisted()]).toEqual([['c'], true])
    store.failWith(undefined)
    const next = await open()
    expect([...next.read()]).toEqual(['a', 'b', 'c'])
    store.failWith('full')
    await next.remove(['a'])
    store.failWith(undefined)
    expect([...(await open()).read()]).toEqual(['b', 'c'])
  })

  it.each(['', 'not json', 'null', '{"ids":5}', '[1]'])('start empty when %j was saved', async (saved) => {
    expect((await device(saved).open()).read().size).toBe(0)
  })

  it('drop what is no id', async () => {
    expect([...(await device('{"version":1,"ids":["a",7,null]}').open()).read()]).toEqual(['a'])
  })

  it('last as long as the page when nothing takes them, and say so', async () => {
    const { open, store } = device(undefined, false)
    store.failWith('full')
    const favourites = await open()
    await favourites.add(['a'])
    await favourites.add(['b'])
    expect([...favourites.read()]).toEqual(['a', 'b'])
    expect(favourites.isPersisted()).toBe(false)
  })

  it('of one kind lie apart from those of another', async () => {
    const { open } = device()
    await (await open()).add(['a'])
    const documents = await open('favourites:documents')
    await documents.add(['b'])
    expect([...documents.read()]).toEqual(['b'])
    expect([...(await open()).read()]).toEqual(['a'])
  })

  it('give the same set as long as nothing changes', async () => {
    const store = await device().open()
    await store.add(['a'])
    const before = store.read()
    await store.add(['a'])
    expect(store.read()).toBe(before)
  })

  it('join those that are there, and go again without them, ten thousand of them too', async () => {
    const { open } = device()
    const store = await open()
    const many = Array.from({ length: 10_000 }, (_, index) => `session-${index}`)
    await store.add(['a'])
    await store.add(['b', ...many])
    expect((await open()).read().size).toBe(10_002)
    await store.remove(['b', 'unknown', ...many])
    expect([...(await open()).read()]).toEqual(['a'])
  })
})
