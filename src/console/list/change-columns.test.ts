import { expect, test } from 'vitest'
import { moveColumn, toggleColumn, resizeColumn, nextSorters } from './change-columns.ts'

const columns = ['a', 'b', 'c'].map((field) => ({ field, width: 100 }))
const names = (list: readonly { field: string }[]) => list.map(({ field }) => field).join('')

test('columns move by one place, and not beyond the ends', () => {
  expect(names(moveColumn(columns, 'b', -1))).toBe('bac')
  expect(names(moveColumn(columns, 'b', 1))).toBe('acb')
  expect(names(moveColumn(columns, 'a', -1))).toBe('abc')
  expect(names(moveColumn(columns, 'c', 1))).toBe('abc')
  expect(names(moveColumn(columns, 'x', 1))).toBe('abc')
})

test('columns are added and removed, but never all of them', () => {
  expect(names(toggleColumn(columns, 'b'))).toBe('ac')
  expect(names(toggleColumn(columns, 'd'))).toBe('abcd')
  expect(names(toggleColumn([{ field: 'a', width: 1 }], 'a'))).toBe('a')
})

test('columns get wider and narrower within limits', () => {
  expect(resizeColumn(columns, 'a', 1)[0]?.width).toBe(140)
  expect(resizeColumn([{ field: 'a', width: 70 }], 'a', -1)[0]?.width).toBe(60)
})

test('touches on a column sort ascending, descending, and not at all', () => {
  const first = nextSorters({ other: 'asc' }, 'name')
  const second = nextSorters(first, 'name')
  expect([first, second, nextSorters(second, 'name')]).toEqual([{ name: 'asc' }, { name: 'desc' }, {}])
})
