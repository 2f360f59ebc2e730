import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSearchQueryStore } from './search-query.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(inAddress = '') {
  const words = createSearchQueryStore(inAddress)
  const address: string[] = []
  words.setUrlWriter((text) => address.push(text))
  return { words, address }
}

test('the URL gets the query after a pause, not with each key', () => {
  const { words, address } = open()
  for (const text of ['w', 'wi', 'wind ']) words.type(text)
  expect(address).toEqual([])
  vi.runAllTimers()
  expect(address).toEqual(['wind'])
})

test('the pause is as short as the screen wants it', () => {
  const words = createSearchQueryStore('', 150)
  const address: string[] = []
  words.setUrlWriter((text) => address.push(text))
  words.type('wind')
  vi.advanceTimersByTime(149)
  expect(address).toEqual([])
  vi.advanceTimersByTime(1)
  expect(address).toEqual(['wind'])
})

test('the query follows the URL when that changes by itself', () => {
  const { words } = open('wind')
  words.syncFromUrl('storage')
  expect(words.text.state).toBe('storage')
})

test('what is typed while the address changes is kept', () => {
  const { words, address } = open()
  words.type('wind')
  vi.runAllTimers()
  words.type('wind f')
  words.syncFromUrl('wind')
  expect(words.text.state).toBe('wind f')
  vi.runAllTimers()
  expect(address).toEqual(['wind', 'wind f'])
})

test('what is typed while the address changes reaches it, though the way there is another one by then', () => {
  const { words, address } = open()
  words.type('wind')
  words.setUrlWriter((text) => address.push(`then ${text}`))
  vi.runAllTimers()
  expect(address).toEqual(['then wind'])
})

test('an unmounted screen writes nothing more', () => {
  const words = createSearchQueryStore('')
  const address: string[] = []
  words.setUrlWriter((text) => address.push(text))
  words.type('wind')
  words.cancel()
  vi.runAllTimers()
  expect(address).toEqual([])
})
