import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFilterJson, writeFilterJson } from './filters.ts'
import { QuerySyntaxError } from './query-syntax-error.ts'
import {
  stringifyValues,
  operators,
  parseFilters,
  parseSorters,
  writeFilters,
  writeSorters,
  type ArraySeparator,
  type FilterItem,
} from './filters.ts'
import { toListQuery } from './list-query.ts'

const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/)
const scalar = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ':', '#', ',', '|', '总', ' ', '%', '0', '"', '\\') }),
  fc.string(),
  fc.integer(),
  fc.boolean(),
)
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }))
const condition = fc.record({ param: name, op: fc.constantFrom(...operators), value })
const withOrs = (inner: fc.Arbitrary<FilterItem>): fc.Arbitrary<FilterItem> =>
  fc
    .tuple(condition, fc.array(inner, { maxLength: 2 }))
    .map(([own, ors]) => (ors.length > 0 ? { ...own, ors } : own))
const items = fc.array(withOrs(withOrs(condition)), { maxLength: 4 })
const separators: ArraySeparator[] = ['|', '||']

describe.each(separators)('filters with arrays joined by %s', (separator) => {
  it('are read back equal, from the legacy form or from fq [241, 249, T17]', () => {
    fc.assert(
      fc.property(items, (written) => {
        const { filters, rest } = writeFilters(written, separator)
        const carried = written.filter((item) => !rest.includes(item))
        expect(parseFilters(filters, separator)).toEqual(carried.map(stringifyValues))
        expect(parseFilterJson(writeFilterJson(rest))).toEqual(rest)
      }),
    )
  })

  it('travel in the legacy form when values hold none of its marks', () => {
    const plain: FilterItem[] = [
      { param: 'starts_at', op: 'gte', value: '2023-09-06T09:00:00Z' },
      { param: 'state', op: 'in', value: ['confirmed', 'cancelled'] },
      { param: 'title', op: 'like', value: '储能', ors: [{ param: 'is_hot', op: 'eq', value: true }] },
    ]
    expect(writeFilters(plain, separator).rest).toEqual([])
  })
})

describe('the legacy form', () => {
  it('is the one of the specification [243-247]', () => {
    const written: FilterItem[] = [
      { param: 'is_hot', value: 1 },
      { param: 'at', op: 'between', value: ['09:00', '10:00'] },
      { param: 'a', value: 'x', ors: [{ param: 'b', op: 'in', value: ['y', 'z'] }] },
    ]
    expect(writeFilters(written, '|').filters).toBe('is_hot:eq:1,at:between:09#00|10#00,a:eq:x||b:in:y|z')
    expect(writeFilters(written, '||').filters).toBe('is_hot:eq:1,at:between:09#00||10#00,a:eq:x||b:in:y||z')
  })

  it('takes a missing operator for eq [241]', () => {
    expect(parseFilters('a:1,b::2')).toEqual([
      { param: 'a', op: 'eq', value: '1' },
      { param: 'b', op: 'eq', value: '2' },
    ])
  })

  it.each(['a', ',', 'a:eq:1,', 'a:eq:1:2', ':eq:1', 'a:eq:1||', 'a:eq:1||2', 'a b:eq:1'])(
    'refuses %j instead of ignoring it [249]',
    (text) => {
      expect(() => parseFilters(text)).toThrow(QuerySyntaxError)
    },
  )

  it('refuses an unknown operator', () => {
    expect(() => parseFilters('a:constructor:1')).toThrow('query.unknown_operator: a')
  })
})

describe('fq', () => {
  it.each([
    '',
    '{}',
    '[1]',
    '[{"param":"a"}]',
    '[{"param":"a","value":null}]',
    '[{"param":"a","value":1,"x":1}]',
  ])('refuses %j', (text) => {
    expect(() => parseFilterJson(text)).toThrow(QuerySyntaxError)
  })

  it('takes two levels of alternatives and refuses a third', () => {
    const nest = (levels: number): FilterItem =>
      levels === 0
        ? { param: 'a', op: 'eq', value: 1 }
        : { param: 'a', op: 'eq', value: 1, ors: [nest(levels - 1)] }
    expect(parseFilterJson(writeFilterJson([nest(2)]))).toEqual([nest(2)])
    expect(() => parseFilterJson(writeFilterJson([nest(3)]))).toThrow('query.too_deep')
  })
})

describe('sorters', () => {
  it('are read back equal, in their order [242, 248]', () => {
    const sorters = fc.dictionary(name, fc.constantFrom('asc' as const, 'desc' as const))
    fc.assert(
      fc.property(sorters, (written) => {
        const read = parseSorters(writeSorters(written))
        expect(Object.entries(read)).toEqual(Object.entries(written))
      }),
    )
  })

  it('take the words of antd [T17]', () => {
    expect(parseSorters('a:ascend,b:descend')).toEqual({ a: 'asc', b: 'desc' })
  })

  it.each(['a', 'a:up', 'a:asc:desc', ':asc', 'a:asc,', 'a:asc,a:desc', 'a:constructor'])(
    'refuse %j',
    (text) => {
      expect(() => parseSorters(text)).toThrow(QuerySyntaxError)
    },
  )
})

describe('the query of a list call', () => {
  it('uses fq only for what the legacy form cannot carry [231]', () => {
    const query = toListQuery({
      filters: [
        { param: 'state', value: 'confirmed' },
        { param: 'title', op: 'like', value: 'a,b' },
      ],
      sorters: { starts_at: 'asc' },
      page: 2,
      size: 0,
      fields: ['title', 'room'],
    })
    expect(query).toEqual({
      filters: 'state:eq:confirmed',
      fq: '[{"param":"title","op":"like","value":"a,b"}]',
      sorters: 'starts_at:asc',
      page: '2',
      size: '0',
      fields: 'title,room',
    })
  })
})
