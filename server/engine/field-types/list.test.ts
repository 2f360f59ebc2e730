import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinItems, splitItems } from './list.ts'

describe('several items in one cell', () => {
  it.each([
    ['a; b；c\nd\r\ne', ['a', 'b', 'c', 'd', 'e']],
    ['a;; \n;b;', ['a', 'b']],
    ['"a;b" ; "c""d"', ['a;b', 'c"d']],
    ['" a "', [' a ']],
    ['5" pipe', ['5" pipe']],
    ['“a”、b，c', ['“a”、b，c']],
    ['"open', undefined],
    ['"a" b', undefined],
    ['a; "', undefined],
  ])('%j is %j', (text, items) => {
    expect(splitItems(text)).toEqual(items)
  })

  it('are parted where they were joined', () => {
    const item = string({ unit: constantFrom(';', '；', '"', ' ', '\n', '\r', 'a', '，'), maxLength: 5 })
    assert(
      property(array(item, { minLength: 1 }), (items) => {
        expect(splitItems(joinItems(items, () => false))).toEqual(items)
      }),
      { numRuns: 3000 },
    )
  })

  it('takes cells of any length', () => {
    const long = '"'.repeat(200_000)
    expect(splitItems(`${long}"`)).toBeUndefined()
    expect(splitItems(' '.repeat(200_000))).toEqual([])
  })
})
