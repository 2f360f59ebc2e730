import { expect, test } from 'vitest'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { toSearchFilters, isSearchable } from './search-filters.ts'

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
