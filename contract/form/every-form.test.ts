import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import chinese from '../../locales/zh-CN/errors.json' with { type: 'json' }
import english from '../../locales/en/errors.json' with { type: 'json' }
import { moduleDefinitions } from '../modules/index.ts'
import { checkForm } from './check-form.ts'
import { cleanValues } from './clean-values.ts'
import type { Values } from './form-shape.ts'
import { removeHiddenFields } from './visibility.ts'

const odd: readonly unknown[] = [
  JSON.parse('{"toString": 1, "valueOf": 1}'),
  JSON.parse('{"__proto__": {"x": 1}, "constructor": {"prototype": 1}}'),
  JSON.parse('{"no": {"no": 1}}'),
  JSON.parse('{"zh-CN": ["a"], "en": {"toString": 1}}'),
  JSON.parse('{"type": "doc", "content": [{"type": "doc", "content": "x"}]}'),
  ['', null, [], {}],
  'x'.repeat(10_000),
  '2023-02-30',
  '23:59',
  -0,
  1e308,
]
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(...odd),
  fc.array(fc.constantFrom(...odd), { maxLength: 3 }),
)

describe.each(moduleDefinitions.map((definition) => [definition.name, definition] as const))(
  'the form of %s',
  (_, definition) => {
    const keys = Object.keys(definition.fields)
    const all = new Set(keys)
    const relatedRow = fc.option(fc.dictionary(fc.constantFrom('starts_at', 'ends_at', 'size'), hostile), {
      nil: undefined,
    })

    it('answers whatever is sent with problems that have a text in both languages', () => {
      const row = fc.dictionary(fc.constantFrom(...keys), hostile)
      fc.assert(
        fc.property(row, relatedRow, (values: Values, other) => {
          const related = () => other
          const kept = removeHiddenFields(definition, cleanValues(definition, values), related)
          const context = { related, locale: 'en' as const }
          const problems = checkForm(definition, kept, { writable: all, changed: all }, context)
          const silent = problems.filter(({ key }) => !(key in english) || !(key in chinese))
          expect(silent).toEqual([])
          expect(problems.filter(({ path }) => !all.has(path.split('.')[0] ?? ''))).toEqual([])
        }),
        { numRuns: 500 },
      )
    })

    it('has every field in one section of the console’s form', () => {
      const sectionFields = definition.views.sections.flatMap((section) => section.fields)
      expect(new Set(sectionFields).size).toBe(sectionFields.length)
      expect(sectionFields).toEqual(
        expect.arrayContaining(keys.filter((key) => definition.fields[key]?.surfaces.form)),
      )
    })

    it('has a text in both languages for each of its own keys', () => {
      const own = [
        ...Object.values(definition.fields).flatMap(({ messages }) => Object.values(messages ?? {})),
        ...(definition.rules ?? []).map((rule) => rule.key),
        ...(definition.uniques ?? []).map((rule) => rule.key),
      ]
      expect(own.filter((key) => !(key in english) || !(key in chinese))).toEqual([])
    })
  },
)
