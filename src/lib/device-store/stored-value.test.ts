import { expect, test, vi } from 'vitest'
import { yieldToMain } from '../yield-to-main.ts'
import { createStoredValue, inClear, type OtherTabs } from './stored-value.ts'
import { makeMemoryStore, type MemoryStore } from './memory-store.fixture.ts'
import { deaf, makeTabs } from './tabs.fixture.ts'

const parse = (saved: unknown): readonly string[] => (Array.isArray(saved) ? saved : [])

/** A list of words in one tab. */
const openTab = (store: MemoryStore, tabs: OtherTabs = deaf) =>
  createStoredValue<readonly string[]>({ store, key: 'words', empty: [], tabs, ...inClear(parse) })

const add = (word: string) => (before: readonly string[]) =>
  before.includes(word) ? before : [...before, word]

const drop = (word: string) => (before: readonly string[]) =>
  before.includes(word) ? before.filter((one) => one !== word) : before

test('a change is on the disk before it is shown', async () => {
  const store = makeMemoryStore()
  const disk = Promise.withResolvers<void>()
  const { change } = store
  store.change = async (...write) => {
    await disk.promise
    return change(...write)
  }
  const value = openTab(store)
  const told: unknown[] = []
  value.subscribe(() => told.push([value.read(), store.values.size]))
  const changed = value.change(add('a'))
  await yieldToMain()
  expect(value.read()).toEqual([])
  disk.resolve()
  await changed
  expect(told).toEqual([[['a'], 1]])
})

test('changes happen in the order in which they were asked for, and are there at the next start', async () => {
  const store = makeMemoryStore()
  const value = openTab(store)
  await Promise.all([add('a'), add('b'), drop('a'), add('c')].map(value.change))
  expect(value.read()).toEqual(['b', 'c'])
  const next = openTab(store)
  await next.untilRead()
  expect(next.read()).toEqual(['b', 'c'])
})

test('what two tabs change at the same time adds up, also where they do not hear of each other', async () => {
  const store = makeMemoryStore()
  const [here, there] = [openTab(store), openTab(store)]
  await Promise.all([here.untilRead(), there.untilRead()])
  await Promise.all([here.change(add('a')), there.change(add('b')), here.change(add('c'))])
  const next = openTab(store)
  await next.untilRead()
  expect(next.read().toSorted()).toEqual(['a', 'b', 'c'])
})

test('a change reaches the other tab', async () => {
  const store = makeMemoryStore()
  const browser = makeTabs()
  const [here, there] = [openTab(store, browser.open()), openTab(store, browser.open())]
  await there.untilRead()
  await here.change(add('a'))
  await there.untilRead()
  expect(there.read()).toEqual(['a'])
})

test('what the device refuses is shown all the same, and written when it answers again', async () => {
  const store = makeMemoryStore()
  const value = openTab(store)
  await value.change(add('a'))
  store.failWith('full')
  await value.change(add('b'))
  expect([value.read(), value.isKept()]).toEqual([['a', 'b'], false])
  store.failWith(undefined)
  await openTab(store).change(add('c'))
  await value.refresh()
  expect([value.read(), value.isKept()]).toEqual([['a', 'c', 'b'], true])
})

test('a device that was too slow at the start is asked again by a change that comes later, and keeps them all', async () => {
  const store = makeMemoryStore()
  store.failWith('silent')
  const value = openTab(store)
  await value.change(add('a'))
  store.failWith(undefined)
  await value.change(add('b'))
  expect([value.read(), value.isKept(), store.values.size]).toEqual([['a', 'b'], false, 0])
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  await value.change(add('c'))
  now.mockRestore()
  expect([value.read(), value.isKept()]).toEqual([['a', 'b', 'c'], true])
  const next = openTab(store)
  await next.untilRead()
  expect(next.read()).toEqual(['a', 'b', 'c'])
})
