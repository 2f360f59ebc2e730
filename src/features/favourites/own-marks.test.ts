import { describe, expect, it } from 'vitest'
import { createFavouritesStore } from './favourites-store.ts'
import { createOwnMarks, type MarkedItem } from './own-marks.ts'
import { unite } from './unite.ts'

/** A browser's storage with tabs on it. */
function device() {
  const values = new Map<string, string>()
  const storage = {
    read: (key: string) => values.get(key),
    write: (key: string, value: string) => values.set(key, value).size > 0,
  }
  return { storage, open: () => createOwnMarks(storage, () => {}, 'own') }
}

const items = (...ids: string[]) => new Set(ids.map((id): MarkedItem => `sessions/${id}`))

describe('marks of somebody who is signed in', () => {
  it('are there again after a restart, with what is to be sent', () => {
    const { open } = device()
    open().set('sessions', ['a', 'b'], true)
    const marks = open()
    expect([...marks.read('sessions')]).toEqual(['a', 'b'])
    expect(marks.changes()).toEqual([
      { item: 'sessions/a', isMarked: true },
      { item: 'sessions/b', isMarked: true },
    ])
    expect(marks.read('documents').size).toBe(0)
  })

  it('are what the account says, under what was done here and is not in the outbox yet', () => {
    const marks = device().open()
    marks.settle(items('a', 'b'))
    marks.set('sessions', ['a'], false)
    marks.set('sessions', ['c'], true)
    marks.settle(items('a', 'b', 'd'))
    expect([...marks.read('sessions')].toSorted()).toEqual(['b', 'c', 'd'])
  })

  it('forget a change once it is in the outbox, but not a change of mind meanwhile', () => {
    const { open } = device()
    const [marks, otherTab] = [open(), open()]
    marks.settle(items())
    marks.set('sessions', ['a', 'b'], true)
    const [first, second] = marks.changes()
    otherTab.set('sessions', ['a'], false)
    if (first && second) [first, second].forEach((change) => marks.handOver(change))
    expect(marks.changes()).toEqual([{ item: 'sessions/a', isMarked: false }])
  })

  it('tell again only what has changed, once the account is known', () => {
    const marks = device().open()
    marks.settle(items('a'))
    marks.set('sessions', ['a'], true)
    marks.set('sessions', ['b'], false)
    expect(marks.changes()).toEqual([])
  })

  it.each(['', 'not json', '[]', '{"items":5}', 'null'])('begin empty where %j was saved', (saved) => {
    const { storage, open } = device()
    storage.write('own', saved)
    expect(open().read('sessions').size).toBe(0)
    expect(open().changes()).toEqual([])
  })
})

/** A device and an account, with somebody who signs in and out. */
const both = () => {
  const { storage, open } = device()
  const here = createFavouritesStore(storage, () => {}, 'device')
  const marks = open()
  let isIn = false
  const all = unite(here, 'sessions', {
    find: () => (isIn ? marks : undefined),
    subscribe: marks.subscribe,
  })
  return { here, marks, all, signIn: (value: boolean) => void (isIn = value) }
}

describe('the device and the account together', () => {
  it('are one set, of which nothing is lost by signing in', () => {
    const { all, marks, signIn } = both()
    all.add(['a', 'b'])
    signIn(true)
    marks.settle(items('b', 'c'))
    expect([...all.read()].toSorted()).toEqual(['a', 'b', 'c'])
    expect(all.read()).toBe(all.read())
  })

  it('give what is starred while signed in to the account, never to the device', () => {
    const { all, here, signIn } = both()
    signIn(true)
    all.toggle('a')
    all.add(['b'])
    expect([...all.read()]).toEqual(['a', 'b'])
    signIn(false)
    expect([all.read().size, here.read().size]).toEqual([0, 0])
  })

  it('lose a star of the device for both when it is taken away', () => {
    const { all, here, signIn } = both()
    all.add(['a'])
    signIn(true)
    all.toggle('a')
    expect([all.has('a'), here.has('a')]).toEqual([false, false])
  })
})
