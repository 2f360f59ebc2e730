import { describe, expect, it } from 'vitest'
import { createStoredValue, sealedPacking } from '#platform/device-store/stored-value.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { createSealer } from '#platform/device-store/sealing.ts'
import { deaf, makeStorage } from '#platform/device-store/tabs.fixture.ts'
import { createFavouritesStore, noIds, packedIds } from './favourites-store.ts'
import {
  createLegacyMarksStorage,
  createAccountMarkStore,
  noMarks,
  parseMarks,
  type MarkedItem,
} from './account-marks.ts'
import { createMergedFavourites } from './merged-favourites.ts'

/** A device with the localStorage of an earlier version of the app. */
function device(storedText?: string) {
  const store = makeMemoryStore()
  const storage = makeStorage()
  if (storedText !== undefined) storage.values.set('own', storedText)
  /** A start of the app, or another tab. */
  const open = async () => {
    const sealed = sealedPacking(createSealer(store, 'anna', globalThis.crypto.subtle), parseMarks)
    const aside = createLegacyMarksStorage(storage, 'own')
    const marks = createAccountMarkStore(
      createStoredValue({ store, key: 'own', empty: noMarks, ...sealed, fallback: aside, tabs: deaf }),
    )
    await marks.waitUntilRead()
    return marks
  }
  return { store, storage, open }
}

const items = (...ids: string[]) => new Set(ids.map((id): MarkedItem => `sessions/${id}`))

describe('marks of somebody who is signed in', () => {
  it('are there again after a restart, with what is to be sent, and nothing of them lies in clear', async () => {
    const { open, store } = device()
    await (await open()).set('sessions', ['panel-a', 'panel-b'], true)
    const marks = await open()
    expect([...marks.read('sessions')]).toEqual(['panel-a', 'panel-b'])
    expect(marks.changes()).toEqual([
      { item: 'sessions/panel-a', isMarked: true },
      { item: 'sessions/panel-b', isMarked: true },
    ])
    expect(marks.read('documents').size).toBe(0)
    expect(JSON.stringify([...store.values])).not.toContain('panel')
  })

  it('of an earlier version are taken over once, and go from where they lay in clear', async () => {
    const storedText = { items: ['sessions/a', 'sessions/b'], changes: { 'sessions/b': true }, isKnown: true }
    const { open, storage } = device(JSON.stringify(storedText))
    const marks = await open()
    expect([...marks.read('sessions')]).toEqual(['a', 'b'])
    expect(marks.changes()).toEqual([{ item: 'sessions/b', isMarked: true }])
    expect(storage.values.size).toBe(0)
    await marks.set('sessions', ['a'], false)
    expect([...(await open()).read('sessions')]).toEqual(['b'])
  })

  it('are what the account says, under what was done here and is not in the outbox yet', async () => {
    const marks = await device().open()
    await marks.applyAccountMarks(items('a', 'b'))
    await marks.set('sessions', ['a'], false)
    await marks.set('sessions', ['c'], true)
    await marks.applyAccountMarks(items('a', 'b', 'd'))
    expect([...marks.read('sessions')].toSorted()).toEqual(['b', 'c', 'd'])
  })

  it('forget a change once it is in the outbox, but not a change of mind meanwhile', async () => {
    const { open } = device()
    const marks = await open()
    await marks.applyAccountMarks(items())
    await marks.set('sessions', ['a', 'b'], true)
    const changes = marks.changes()
    await (await open()).set('sessions', ['a'], false)
    await marks.refresh()
    for (const change of changes) await marks.removeChange(change)
    expect(marks.changes()).toEqual([{ item: 'sessions/a', isMarked: false }])
  })

  it('tell again only what has changed, once the account is known', async () => {
    const marks = await device().open()
    await marks.applyAccountMarks(items('a'))
    await marks.set('sessions', ['a'], true)
    await marks.set('sessions', ['b'], false)
    expect(marks.changes()).toEqual([])
  })

  it.each(['', 'not json', '[]', '{"items":5}', 'null'])('begin empty where %j was saved', async (saved) => {
    const marks = await device(saved).open()
    expect(marks.read('sessions').size).toBe(0)
    expect(marks.changes()).toEqual([])
  })
})

/** A device and an account, with a user who signs in and out. */
async function both() {
  const { store, open } = device()
  const stored = createStoredValue({ store, key: 'device', empty: noIds, ...packedIds, tabs: deaf })
  const deviceStars = createFavouritesStore(stored)
  const marks = await open()
  await deviceStars.waitUntilRead()
  let isIn = false
  const all = createMergedFavourites(deviceStars, 'sessions', {
    find: () => (isIn ? marks : undefined),
    subscribe: marks.subscribe,
  })
  return { deviceStars, marks, all, signIn: (value: boolean) => void (isIn = value) }
}

describe('the device and the account together', () => {
  it('are one set, of which nothing is lost by signing in', async () => {
    const { all, marks, signIn } = await both()
    await all.add(['a', 'b'])
    signIn(true)
    await marks.applyAccountMarks(items('b', 'c'))
    expect([...all.read()].toSorted()).toEqual(['a', 'b', 'c'])
    expect(all.read()).toBe(all.read())
  })

  it('give what is starred while signed in to the account, never to the device', async () => {
    const { all, deviceStars, signIn } = await both()
    signIn(true)
    await all.toggle('a')
    await all.add(['b'])
    expect([...all.read()]).toEqual(['a', 'b'])
    signIn(false)
    expect([all.read().size, deviceStars.read().size]).toEqual([0, 0])
  })

  it('lose a star of the device for both when it is taken away', async () => {
    const { all, deviceStars, signIn } = await both()
    await all.add(['a'])
    signIn(true)
    await all.toggle('a')
    expect([all.has('a'), deviceStars.has('a')]).toEqual([false, false])
  })

  it.each([false, true])(
    'follow taps that come while the one before is being written (signed in: %s)',
    async (isIn) => {
      const { all, signIn } = await both()
      signIn(isIn)
      await Promise.all([all.toggle('a'), all.toggle('a'), all.toggle('a'), all.toggle('b'), all.toggle('b')])
      expect([...all.read()]).toEqual(['a'])
    },
  )
})
