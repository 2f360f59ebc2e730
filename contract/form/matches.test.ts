import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { label, plainFields } from '../../tests/support/form-fields.ts'
import { is, isPresent, isNoneOf, type Condition } from '../conditions.ts'
import { f } from '../fields.ts'
import { operators } from '../filters.ts'
import type { FormShape, Values } from './form-shape.ts'
import { matchesCondition } from './matches.ts'

const shape: FormShape = {
  fields: {
    ...plainFields,
    title: f.string({ label: label('Title'), localized: true }),
    halls: f.relations('halls', { label: label('Halls') }),
  },
}
const holds = (test: Condition, values: Values) => matchesCondition(shape, test, values, () => undefined)

/** What no row of a table can be, as a form on a screen can; the rest is held against the database in `tests/api/`. */
describe('a test in memory', () => {
  it.each<[Condition, Values, boolean]>([
    [is('title', ''), {}, true],
    [is('title', ''), { title: { en: 'a', 'zh-CN': 'b' } }, false],
    [isPresent('title'), { title: { en: 'a' } }, true],
    [isPresent('title'), { title: { en: '' } }, false],
    [isPresent('title'), {}, false],
    [is('boolean', true), { boolean: 'true' }, false],
    [is('integer', 1), { integer: '1' }, false],
    [isNoneOf('enum', ['a']), {}, true],
    [is('enum', 'nowhere'), { enum: 'nowhere' }, false],
    [isNoneOf('enum', ['nowhere']), { enum: 'nowhere' }, true],
    [is('nowhere', 'a'), { nowhere: 'a' }, false],
    [isNoneOf('nowhere', ['a']), {}, false],
    [is('constructor', 'a'), { constructor: 'a' }, false],
    [is('list', '1'), { list: [1, JSON.parse('{"toString": 1, "valueOf": 1}')] }, true],
    [{ overlapping: 'string' }, { string: 'a' }, false],
    [{ overlapping: 'halls' }, { halls: ['a', 'b'] }, false],
  ])('%j of %j: %s', (test, values, expected) => {
    expect(holds(test, values)).toBe(expected)
  })

  it('has an answer for whatever the row and the test hold', () => {
    const keys = fc.constantFrom(...Object.keys(shape.fields), 'nowhere', '__proto__')
    const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean())
    const test = fc.record({
      param: keys,
      op: fc.constantFrom(...operators),
      value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
    })
    fc.assert(
      fc.property(test, fc.dictionary(keys, fc.anything()), (one, values) => {
        expect([true, false]).toContain(holds(one, values))
      }),
      { numRuns: 2000 },
    )
  })
})
