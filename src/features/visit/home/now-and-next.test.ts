import { expect, test } from 'vitest'
import { findNowAndNext } from './now-and-next.ts'

const items = [
  { id: 'a', startMs: 0, endMs: 10 },
  { id: 'b', startMs: 5, endMs: 15 },
  { id: 'c', startMs: 20, endMs: 30 },
  { id: 'd', startMs: 20, endMs: 25 },
  { id: 'e', startMs: 40, endMs: 50 },
]
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test('a session that ends at this moment is over, one that starts is on', () => {
  expect(ids(findNowAndNext(items, 10).now)).toBe('b')
  expect(ids(findNowAndNext(items, 5).now)).toBe('ab')
})

test('next are all sessions of the next start, and only those', () => {
  expect(findNowAndNext(items, 16)).toMatchObject({ now: [], nextMs: 20 })
  expect(ids(findNowAndNext(items, 16).next)).toBe('cd')
})

test('after the last session nothing is on and nothing comes', () => {
  expect(findNowAndNext(items, 60)).toEqual({ now: [], next: [], nextMs: undefined })
})
