import { expect, test } from 'vitest'
import { is, isOneOf } from '#contract/conditions.ts'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { parseListState, writeListState } from '../data/list-state.ts'
import {
  countAhead,
  countQueue,
  isDecided,
  isOverdue,
  mergeOrder,
  findNextPending,
  findPreviousRow,
  findPendingRows,
} from './queue-rows.ts'

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

const label = { 'zh-CN': '边会', en: 'Side meetings' }
const rule = (filters: ReturnType<typeof isOneOf>[], since: string, lateBefore?: string) => ({
  label: { 'zh-CN': since, en: since },
  filters,
  sorters: { [since]: 'asc' as const },
  count: 2,
  late: 1,
  oldestAt: '2023-09-01T00:00:00Z',
  ...(lateBefore !== undefined && { lateBefore }),
})
const entry: ModuleSummary = {
  name: 'side_meetings',
  label,
  group: 'forms',
  managed: true,
  waiting: [
    rule([isOneOf('status', ['submitted', 'asked'])], 'created_at', '2023-09-02'),
    rule([is('status', 'assigned')], 'updated_at'),
  ],
}
const read = (filters: ReturnType<typeof isOneOf>[]) =>
  parseListState(writeListState({ searchText: '', filters, sorters: {} })) ?? {
    searchText: '',
    filters: [],
    sorters: {},
  }

test('recognizes the URL of pending rows, with order and limit', () => {
  expect(findPendingRows(entry, read([isOneOf('status', ['submitted', 'asked'])]))).toMatchObject({
    sinceField: 'created_at',
    lateBefore: '2023-09-02',
    sorters: { created_at: 'asc' },
  })
  expect(findPendingRows(entry, read([is('status', 'assigned')]))).toMatchObject({
    sinceField: 'updated_at',
    lateBefore: undefined,
  })
})

test('without a filter it is the first rule, and undefined when no row is pending', () => {
  expect(findPendingRows(entry, read([]))?.sinceField).toBe('created_at')
  expect(findPendingRows({ ...entry, waiting: [] }, read([]))).toBeUndefined()
})

test('any filtered list can be reviewed in its own order', () => {
  const state = { searchText: 'storage', filters: [], sorters: { name: 'asc' as const } }
  expect(findPendingRows(entry, state)).toEqual({
    label,
    searchText: 'storage',
    filters: [],
    sorters: { name: 'asc' },
  })
})
