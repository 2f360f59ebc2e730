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

const inFlight = { isInFlight: true, needsUserDecision: false }
const arrived = { isInFlight: false, needsUserDecision: false, version: 4 }

test('new rows come last, and decided ones keep their position', () => {
  const before = ['a', 'b', 'c']
  expect(mergeOrder(before, ['b', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd'])
  expect(mergeOrder(before, ['c'])).toBe(before)
})

const open =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id)

test('the next row is the next open one, and at the end the skipped ones', () => {
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

test('skipped rows do not come again while others load, and do not count as ahead', () => {
  const order = ['a', 'b', 'c', 'd']
  expect(findNextPending(order, open('a', 'b'), 'd', false)).toBeUndefined()
  expect(findNextPending(order, open('a', 'd'), 'b', false)).toBe('d')
  expect([undefined, 'b', 'd'].map((id) => countAhead(order, open('a', 'b', 'd'), id))).toEqual([3, 1, 0])
})

test('a queue counts all pending rows, not only loaded ones', () => {
  expect(countQueue({ everLoaded: 50, listed: 50, open: 50 }, 610, 0)).toEqual({ total: 610, openCount: 610 })
  // Two were decided here: one has left the list, the other is still in it.
  expect(countQueue({ everLoaded: 50, listed: 49, open: 48 }, 609, 610)).toEqual({
    total: 610,
    openCount: 608,
  })
  // Others decided a hundred that had not come.
  expect(countQueue({ everLoaded: 50, listed: 50, open: 50 }, 510, 610)).toEqual({
    total: 610,
    openCount: 510,
  })
  expect(countQueue({ everLoaded: 51, listed: 51, open: 51 }, 612, 610)).toEqual({
    total: 612,
    openCount: 612,
  })
})

test('a row is decided while its decision is sent and when it has arrived', () => {
  expect(isDecided(undefined, 3)).toBe(false)
  expect(isDecided(inFlight, 3)).toBe(true)
  // The list may be older than the answer.
  expect(isDecided(arrived, 3)).toBe(true)
  expect(isDecided(arrived, 4)).toBe(true)
})

test('a row is open again when the server rejected the decision, or when it was submitted again', () => {
  expect(isDecided({ isInFlight: false, needsUserDecision: true }, 3)).toBe(false)
  expect(isDecided(arrived, 5)).toBe(false)
})

test('a row is overdue when it is pending since before the limit', () => {
  const row = { submitted_at: '2023-09-01T08:00:00Z' }
  expect(isOverdue(row, 'submitted_at', '2023-09-01T08:00:01Z')).toBe(true)
  expect(isOverdue(row, 'submitted_at', '2023-09-01T08:00:00Z')).toBe(false)
  expect([isOverdue(row, undefined, '2024'), isOverdue(row, 'submitted_at', undefined)]).toEqual([
    false,
    false,
  ])
})
