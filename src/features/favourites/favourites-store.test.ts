import { describe, expect, it } from 'vitest'
import { createSafeStorage } from '#lib/safe-storage.ts'
import { createFavouritesStore, favouritesKey } from './favourites-store.ts'

/** One device's storage with several tabs on it, as browsers tell the other tabs. */
function device(initial?: string) {
  const values = new Map<string, string>(initial === undefined ? [] : [[favouritesKey, initial]])
  const tabs: { onChange: () => void }[] = []
  const open = () => {
    const tab = { onChange: () => {} }
    const storage = {
      read: (key: string) => values.get(key),
      write(key: string, value: string) {
        values.set(key, value)
        for (const other of tabs) if (other !== tab) other.onChange()
        return true
      },
    }
    tabs.push(tab)
    return createFavouritesStore(storage, (onChange) => {
      tab.onChange = onChange
    })
  }
  return { open, values }
}

describe('favourites of a device', () => {
  it('are there again after a restart', () => {
    const { open } = device()
    const store = open()
    store.toggle('a')
    store.toggle('b')
    store.toggle('a')
    expect([...open().read()]).toEqual(['b'])
  })

  it('reach the other tab at once', () => {
    const { open } = device()
    const [here, there] = [open(), open()]
    let told = 0
    there.subscribe(() => told++)
    here.toggle('a')
    expect(there.has('a')).toBe(true)
    expect(told).toBe(1)
  })

  it('of two tabs add up, even when one was not told', () => {
    const { values } = device()
    const plain = {
      read: (key: string) => values.get(key),
      write: (key: string, value: string) => values.set(key, value).size > 0,
    }
    const here = createFavouritesStore(plain, () => {})
    const there = createFavouritesStore(plain, () => {})
    here.read()
    there.read()
    here.toggle('a')
    there.toggle('b')
    expect([...createFavouritesStore(plain, () => {}).read()]).toEqual(['a', 'b'])
  })

  it.each(['', 'not json', 'null', '{"ids":5}', '[1]'])('start empty when %j was saved', (saved) => {
    expect(device(saved).open().read().size).toBe(0)
  })

  it('drop what is no id', () => {
    expect([...device('{"version":1,"ids":["a",7,null]}').open().read()]).toEqual(['a'])
  })

  it('last as long as the page when the storage is full, and say so', () => {
    const store = createFavouritesStore(
      createSafeStorage(() => undefined),
      () => {},
    )
    store.toggle('a')
    store.toggle('b')
    expect([...store.read()]).toEqual(['a', 'b'])
    expect(store.isKept()).toBe(false)
  })

  it('of one kind lie apart from those of another', () => {
    const { open, values } = device()
    open().toggle('a')
    const plain = {
      read: (key: string) => values.get(key),
      write: (key: string, value: string) => values.set(key, value).size > 0,
    }
    const documents = createFavouritesStore(plain, () => {}, 'favourites:documents')
    documents.toggle('b')
    expect([...documents.read()]).toEqual(['b'])
    expect([...open().read()]).toEqual(['a'])
  })

  it('give the same set as long as nothing changes', () => {
    const store = device().open()
    expect(store.read()).toBe(store.read())
  })
})

describe('favourites that come from elsewhere', () => {
  it('join those that are there, and go again without them', () => {
    const { open } = device()
    const store = open()
    store.toggle('a')
    store.add(['b', 'c'])
    expect([...store.read()].toSorted()).toEqual(['a', 'b', 'c'])
    store.remove(['b', 'c', 'unknown'])
    expect([...open().read()]).toEqual(['a'])
  })

  it('may be ten thousand', () => {
    const { open } = device()
    open().add(Array.from({ length: 10_000 }, (_, index) => `session-${index}`))
    expect(open().read().size).toBe(10_000)
  })
})
