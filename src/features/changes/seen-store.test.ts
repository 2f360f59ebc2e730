import { expect, test } from 'vitest'
import { programmeOf, sessionRow } from '../sessions/programme.fixture.ts'
import { takeStock } from './find-news.ts'
import { createSeenStore, seenKey } from './seen-store.ts'

const programme = programmeOf(sessionRow({ id: 'a' }), sessionRow({ id: 'b' }))

function device() {
  const values = new Map<string, string>()
  const storage = {
    read: (key: string) => values.get(key),
    write: (key: string, value: string) => values.set(key, value) !== undefined,
  }
  return { values, open: () => createSeenStore(storage, () => {}) }
}

test('what was seen is there after a restart', () => {
  const { open } = device()
  open().change((before) => takeStock(programme, new Set(['a']), before, 1))
  expect(Object.keys(open().read())).toEqual(['a'])
})

test('two tabs add to what the other one noted', () => {
  const { open } = device()
  const [first, second] = [open(), open()]
  first.read()
  second.change((before) => takeStock(programme, new Set(['a']), before, 1))
  const onlyB = programmeOf(sessionRow({ id: 'b' }))
  first.change((before) => takeStock(onlyB, new Set(['a', 'b']), before, 1))
  expect(Object.keys(second.read()).toSorted()).toEqual(['a', 'b'])
})

test('it stays the same object while nothing changes, and nobody is told', () => {
  const { open, values } = device()
  const store = open()
  let told = 0
  store.subscribe(() => (told += 1))
  store.change((before) => takeStock(programme, new Set(['a']), before, 1))
  const [seen, text] = [store.read(), values.get(seenKey)]
  store.change((before) => takeStock(programme, new Set(['a']), before, 2))
  expect([store.read() === seen, values.get(seenKey) === text, told]).toEqual([true, true, 1])
})
