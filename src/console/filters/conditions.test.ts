import { expect, test } from 'vitest'
import { stringifyValues, type FilterItem } from '#contract/filters.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { listFilterableFields, createCondition, listOperators, toFilters, toGroups } from './conditions.ts'

const filters: FilterItem[] = [
  { param: 'status', op: 'in', value: ['a', 'b'] },
  { param: 'name', op: 'like', value: 'x', ors: [{ param: 'unit', op: 'like', value: 'x' }] },
  { param: 'day', op: 'between', value: ['2023-09-05', '2023-09-06'] },
]

const field = (type: string, operators: string[]) =>
  ({ type, operators, surfaces: { filter: true } }) as unknown as FieldMetadata

test('filters come back from the form as they went in', () => {
  expect(toFilters(toGroups(filters)).map(stringifyValues)).toEqual(filters.map(stringifyValues))
})

test('alternatives of alternatives are alternatives', () => {
  const nested: FilterItem = {
    param: 'a',
    value: '1',
    ors: [{ param: 'b', value: '2', ors: [{ param: 'c', value: '3' }] }],
  }
  expect(toGroups([nested])[0]?.map(({ param }) => param)).toEqual(['a', 'b', 'c'])
})

test('what has no value yet narrows nothing', () => {
  const empty = { param: 'x', op: 'like', values: [''] } as const
  const half = { param: 'x', op: 'between', values: ['1', ''] } as const
  const full = { param: 'x', op: 'eq', values: ['1'] } as const
  expect(toFilters([[empty], [half], []])).toEqual([])
  expect(toFilters([[empty, full]])).toEqual([{ param: 'x', op: 'eq', value: '1' }])
})

test('list values are chosen, and a field starts with its most useful operator', () => {
  const fields = {
    state: field('enum', ['eq', 'ne', 'in', 'nin', 'empty']),
    name: field('string', ['eq', 'ne', 'like', 'in', 'nin', 'empty']),
    day: field('date', ['eq', 'gt', 'between']),
    photo: field('image', []),
  }
  const metadata = {
    fields,
    views: { columns: [{ field: 'photo' }, { field: 'day' }] },
  } as unknown as ModuleMetadata
  expect(listOperators(fields.state)).toEqual(['in', 'nin', 'empty'])
  expect(listOperators(fields.name)).toEqual(['eq', 'ne', 'like', 'empty'])
  expect(listFilterableFields(metadata)).toEqual(['day', 'state', 'name'])
  expect(['state', 'name', 'day'].map((key) => createCondition(metadata, key).op)).toEqual([
    'in',
    'like',
    'between',
  ])
})
