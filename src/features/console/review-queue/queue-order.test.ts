import { expect, test } from 'vitest'
import {
  countAhead,
  countQueue,
  isDecided,
  isOverdue,
  mergeOrder,
  findNextPending,
  findPreviousRow,
} from './queue-order.ts'

const onItsWay = { isOnItsWay: true, needsAnswer: false }
const arrived = { isOnItsWay: false, needsAnswer: false, version: 4 }

test('what is new comes last, and what has gone keeps its place', () => {
  const before = ['a', 'b', 'c']
  expect(mergeOrder(before, ['b', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd'])
  expect(mergeOrder(before, ['c'])).toBe(before)
})

const open =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id)

test('the next is the one behind that is open, and at the end what was skipped', () => {
  const order = ['a', 'b', 'c', 'd']
  expect(findNextPending(order, open('a', 'b', 'd'), undefined)).toBe('a')
  expect(findNextPending(order, open('a', 'd'), 'b')).toBe('d')
  expect(findNextPending(order, open('a', 'b'), 'd')).toBe('a')
  expect(findNextPending(order, open('c'), 'c')).toBeUndefined()
  expect([
    findPreviousRow(order, 'c'),
    findPreviousRow(order, 'a'),
    findPreviousRow(order, undefined),
  ]).toEqual(['b', undefined, 'd'])
})

test('what was skipped does not come again while others are on their way, nor count as ahead', () => {
  const order = ['a', 'b', 'c', 'd']
  expect(findNextPending(order, open('a', 'b'), 'd', false)).toBeUndefined()
  expect(findNextPending(order, open('a', 'd'), 'b', false)).toBe('d')
  expect([undefined, 'b', 'd'].map((id) => countAhead(order, open('a', 'b', 'd'), id))).toEqual([3, 1, 0])
})

test('a queue is counted of all that wait, not of those that have come', () => {
  expect(countQueue({ ever: 50, now: 50, open: 50 }, 610, 0)).toEqual({ total: 610, open: 610 })
  // Two were decided here: one is gone from the list, the other not yet.
  expect(countQueue({ ever: 50, now: 49, open: 48 }, 609, 610)).toEqual({ total: 610, open: 608 })
  // Others decided a hundred that had not come.
  expect(countQueue({ ever: 50, now: 50, open: 50 }, 510, 610)).toEqual({ total: 610, open: 510 })
  expect(countQueue({ ever: 51, now: 51, open: 51 }, 612, 610)).toEqual({ total: 612, open: 612 })
})

test('a row is decided while its decision goes out and when it has arrived', () => {
  expect(isDecided(undefined, 3)).toBe(false)
  expect(isDecided(onItsWay, 3)).toBe(true)
  // The list may be older than the answer.
  expect(isDecided(arrived, 3)).toBe(true)
  expect(isDecided(arrived, 4)).toBe(true)
})

test('a row waits again when the server did not take the decision, or when somebody sent it anew', () => {
  expect(isDecided({ isOnItsWay: false, needsAnswer: true }, 3)).toBe(false)
  expect(isDecided(arrived, 5)).toBe(false)
})

test('late is who waits since before the limit, where there is one', () => {
  const row = { submitted_at: '2023-09-01T08:00:00Z' }
  expect(isOverdue(row, 'submitted_at', '2023-09-01T08:00:01Z')).toBe(true)
  expect(isOverdue(row, 'submitted_at', '2023-09-01T08:00:00Z')).toBe(false)
  expect([isOverdue(row, undefined, '2024'), isOverdue(row, 'submitted_at', undefined)]).toEqual([
    false,
    false,
  ])
})
