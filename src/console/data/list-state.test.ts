import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { stringifyValues } from '#contract/filters.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import {
  parseListState,
  writeListState,
  type ListState,
  toSearchFilters,
  isSearchable,
} from './list-state.ts'

const state: ListState = {
  searchText: '风电 2023',
  filters: [
    { param: 'status', op: 'in', value: ['submitted', 'assigned'] },
    {
      param: 'name',
      op: 'like',
      value: 'a,b|c#d:e',
      ors: [{ param: 'master_unit', op: 'like', value: 'x' }],
    },
  ],
  sorters: { created_at: 'desc', name: 'asc' },
  columns: [{ field: 'name', width: 240 }, { field: 'status' }],
}

test('a list state survives the URL unchanged', () => {
  const back = parseListState(writeListState(state))
  expect(back && { ...back, filters: back.filters.map(stringifyValues) }).toEqual({
    ...state,
    filters: state.filters.map(stringifyValues),
  })
})

test('search text that the router parses as a number stays text', () => {
  expect(parseListState({ q: 2023 })?.searchText).toBe('2023')
  expect(parseListState({ q: true })?.searchText).toBe('true')
  expect(parseListState({ fq: [{ param: 'no', value: '007,8' }] })?.filters).toEqual([
    { param: 'no', op: 'eq', value: '007,8' },
  ])
})

test('an invalid URL differs from one without parameters', () => {
  expect(parseListState({})).toEqual({ searchText: '', filters: [], sorters: {} })
  for (const search of [
    { filters: 'status' },
    { filters: 'status:what:1' },
    { sorters: 'name:up' },
    { fq: '{' },
    { columns: 'name:wide' },
    { columns: 'name;drop' },
  ])
    expect(parseListState(search)).toBeUndefined()
})

test('no value is lost or changed by the URL', () => {
  const value = string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
  assert(
    property(value, value, (searchText, filter) => {
      const before: ListState = {
        searchText,
        filters: [{ param: 'name', op: 'eq', value: filter }],
        sorters: {},
      }
      const back = parseListState(writeListState(before))
      expect(back?.searchText).toBe(searchText)
      expect(back?.filters.map(stringifyValues)).toEqual(before.filters.map(stringifyValues))
    }),
  )
})

const field = (type: FieldMetadata['type'], more: Partial<FieldMetadata> = {}) =>
  ({ type, searchable: false, masked: false, operators: ['eq', 'like'], ...more }) as FieldMetadata
const of = (fields: Record<string, FieldMetadata>) => ({ fields }) as unknown as ModuleMetadata

const filters = [{ param: 'role', op: 'eq', value: 'staff' }] as const

test('search text uses the full-text search of a module that has one; without text there is no search', () => {
  const searched = of({ title: field('string', { searchable: true }), code: field('string') })
  expect(toSearchFilters(searched, 'wind', filters)).toEqual({ filters, q: 'wind' })
  expect(toSearchFilters(searched, ' ', filters)).toEqual({ filters })
})

test('where there is none every word is sought in the short texts that may be filtered by [231]', () => {
  const plain = of({
    name: field('string'),
    size: field('integer'),
    about: field('text'),
    secret: field('string', { operators: [] }),
    passport: field('string', { masked: true }),
    mobile: field('phone'),
  })
  expect(isSearchable(plain)).toBe(true)
  expect(toSearchFilters(plain, ' Lin  138 ', filters)).toEqual({
    filters: [
      ...filters,
      { param: 'name', op: 'like', value: 'Lin', ors: [{ param: 'mobile', op: 'like', value: 'Lin' }] },
      { param: 'name', op: 'like', value: '138', ors: [{ param: 'mobile', op: 'like', value: '138' }] },
    ],
  })
  expect(isSearchable(of({ size: field('integer') }))).toBe(false)
})

test("words beyond the server's limit of conditions are left out", () => {
  const fields = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, field('string')]))
  const searchFilters = toSearchFilters(of(fields), 'one two three four', []).filters ?? []
  expect(searchFilters.flatMap((item) => [item, ...(item.ors ?? [])])).toHaveLength(12)
})
