import { expect, test } from 'vitest'
import { is, isOneOf } from '#contract/conditions.ts'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { parseListState, writeListState } from '../data/list-state.ts'
import { findPendingRows } from './pending-rows.ts'

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
