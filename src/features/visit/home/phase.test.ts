import { expect, test } from 'vitest'
import { findPhase, findNowAndNext } from './phase.ts'

const forum = { startsOn: '2023-09-05', endsOn: '2023-09-07', timeZone: 'Asia/Shanghai' }
const at = (instant: string, opensAt?: string) => findPhase(forum, Date.parse(instant), opensAt)

test('without a programme the first day begins at midnight in the forum’s zone', () => {
  expect(at('2023-09-04T15:59:59Z')).toEqual({ kind: 'soon', hours: 0, minutes: 1 })
  expect(at('2023-09-04T16:00:00Z')).toEqual({ kind: 'during', day: 1, days: 3 })
})

test('the forum opens with the first item of its programme', () => {
  const opening = '2023-09-05T01:30:00Z'
  expect(at('2023-09-04T01:30:00Z', opening)).toEqual({ kind: 'before', days: 1 })
  expect(at('2023-09-04T01:30:01Z', opening)).toEqual({ kind: 'soon', hours: 24, minutes: 0 })
  expect(at('2023-09-04T18:24:30Z', opening)).toEqual({ kind: 'soon', hours: 7, minutes: 6 })
  expect(at('2023-09-05T01:29:59Z', opening)).toEqual({ kind: 'soon', hours: 0, minutes: 1 })
  expect(at('2023-09-05T01:30:00Z', opening)).toEqual({ kind: 'during', day: 1, days: 3 })
})

test('an item on another day opens nothing', () => {
  expect(at('2023-09-04T08:00:00Z', '2023-09-04T06:00:00Z')).toEqual({ kind: 'soon', hours: 8, minutes: 0 })
  expect(at('2023-09-05T08:00:00Z', '2023-09-06T01:00:00Z')).toEqual({ kind: 'during', day: 1, days: 3 })
})

test('the last day ends at midnight in the forum’s zone', () => {
  expect(at('2023-09-07T15:59:59Z')).toEqual({ kind: 'during', day: 3, days: 3 })
  expect(at('2023-09-07T16:00:00Z')).toEqual({ kind: 'after' })
})

test('days before are counted over the ends of months', () => {
  expect(at('2023-08-06T02:00:00Z')).toEqual({ kind: 'before', days: 30 })
})

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
