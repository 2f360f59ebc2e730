import { expect, test, vi } from 'vitest'
import { yieldToMain } from '../browser.ts'
import { createStoredValue, unsealedPacking, type OtherTabs } from './stored-value.ts'
import { makeMemoryStore, type MemoryStore } from './memory-store.fixture.ts'
import { deaf, makeTabs } from './tabs.fixture.ts'

const parse = (saved: unknown): readonly string[] => (Array.isArray(saved) ? saved : [])

/** A list of texts in one tab. */
const openTab = (store: MemoryStore, tabs: OtherTabs = deaf) =>
  createStoredValue<readonly string[]>({ store, key: 'words', empty: [], tabs, ...unsealedPacking(parse) })

const add = (word: string) => (before: readonly string[]) =>
  before.includes(word) ? before : [...before, word]

const drop = (word: string) => (before: readonly string[]) =>
  before.includes(word) ? before.filter((one) => one !== word) : before

test('a change is durable before it is shown', async () => {
  const store = makeMemoryStore()
  const disk = Promise.withResolvers<void>()
  const { change } = store
  store.change = async (...write) => {
    await disk.promise
    return change(...write)
  }
  const value = openTab(store)
  const changes: unknown[] = []
  value.subscribe(() => changes.push([value.read(), store.values.size]))
  const changed = value.change(add('a'))
  await yieldToMain()
  expect(value.read()).toEqual([])
  disk.resolve()
  await changed
  expect(changes).toEqual([[['a'], 1]])
})

test('changes run in the order of their calls, and are there at the next start', async () => {
  const store = makeMemoryStore()
  const value = openTab(store)
  await Promise.all([add('a'), add('b'), drop('a'), add('c')].map(value.change))
  expect(value.read()).toEqual(['b', 'c'])
  const next = openTab(store)
  await next.whenRead()
  expect(next.read()).toEqual(['b', 'c'])
})

test('changes of two tabs at the same time are both stored, also without messages between them', async () => {
  const store = makeMemoryStore()
  const [here, there] = [openTab(store), openTab(store)]
  await Promise.all([here.whenRead(), there.whenRead()])
  await Promise.all([here.change(add('a')), there.change(add('b')), here.change(add('c'))])
  const next = openTab(store)
  await next.whenRead()
  expect(next.read().toSorted()).toEqual(['a', 'b', 'c'])
})

test('a change reaches the other tab', async () => {
  const store = makeMemoryStore()
  const browser = makeTabs()
  const [here, there] = [openTab(store, browser.open()), openTab(store, browser.open())]
  await there.whenRead()
  await here.change(add('a'))
  await there.whenRead()
  expect(there.read()).toEqual(['a'])
})

test('a change that could not be stored is shown, and stored when the device responds again', async () => {
  const store = makeMemoryStore()
  const value = openTab(store)
  await value.change(add('a'))
  store.failWith('full')
  await value.change(add('b'))
  expect([value.read(), value.isPersisted()]).toEqual([['a', 'b'], false])
  store.failWith(undefined)
  await openTab(store).change(add('c'))
  await value.refresh()
  expect([value.read(), value.isPersisted()]).toEqual([['a', 'c', 'b'], true])
})

test('after a timeout at the start a later change tries again, and stores all changes', async () => {
  const store = makeMemoryStore()
  store.failWith('silent')
  const value = openTab(store)
  await value.change(add('a'))
  store.failWith(undefined)
  await value.change(add('b'))
  expect([value.read(), value.isPersisted(), store.values.size]).toEqual([['a', 'b'], false, 0])
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  await value.change(add('c'))
  now.mockRestore()
  expect([value.read(), value.isPersisted()]).toEqual([['a', 'b', 'c'], true])
  const next = openTab(store)
  await next.whenRead()
  expect(next.read()).toEqual(['a', 'b', 'c'])
})
