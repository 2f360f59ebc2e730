import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { label, options, plainFields } from '../../../tests/support/form-fields.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { f } from '#contract/fields.ts'
import { checkForm } from '#contract/form/check-form.ts'
import { toJsonSchema } from './json-schema.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { moduleDefinitions } from '#contract/modules/index.ts'
import { documents } from '#contract/modules/documents.ts'
import { settings } from '#contract/modules/settings.ts'

/** Strict, as the server validates; `ajv-formats` is a CommonJS module whose default is the plugin. */
function compile(schema: object) {
  const ajv = new Ajv2020({ strict: true })
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  return ajv.compile(schema)
}

/** The fields of the form, as who may write them all has them. */
function formFields({ fields }: ModuleDefinition): [string, FieldDefinition][] {
  return Object.entries(fields).filter(([, field]) => field.surfaces.form)
}

describe('the JSON Schemas of bodies', () => {
  it.each(moduleDefinitions.map((definition) => [definition.name, definition] as const))(
    'of %s are strict and compile',
    (_, definition) => {
      for (const kind of ['create', 'update'] as const)
        expect(() => compile(toJsonSchema(formFields(definition), kind))).not.toThrow()
    },
  )

  it('take what a form sends and refuse anything else', () => {
    const isValid = compile(toJsonSchema(formFields(settings), 'create'))
    expect(isValid({ name: 'forum', value: { city: '苏州' } })).toBe(true)
    expect(isValid({ name: 'options', value: 1 })).toBe(false)
    expect(isValid({ name: 'forum' })).toBe(false)
    expect(isValid({ name: 'forum', value: 1, version: 2 })).toBe(false)
  })

  it('want the id and nothing else of an update', () => {
    const isValid = compile(toJsonSchema(formFields(documents), 'update'))
    expect(isValid({ id: 'd1' })).toBe(true)
    expect(isValid({ id: 'd1', version: 3, summary: null, title: { 'zh-CN': '标题', en: 'Title' } })).toBe(
      true,
    )
    expect(isValid({ id: 'd1', title: null })).toBe(false)
    expect(isValid({ id: 'd1', title: { 'zh-CN': '标题', en: '' } })).toBe(false)
    expect(isValid({ id: 'd1', is_hot: 'yes' })).toBe(false)
    expect(isValid({ id: ['d1'] })).toBe(false)
    expect(isValid({ title: { 'zh-CN': '标题', en: 'Title' } })).toBe(false)
  })
})

/** What a schema cannot say: which days there are, and which check characters. */
const beyondSchemas = new Set(['datetime', 'id_number'])

describe('a schema and the evaluator', () => {
  const bounded = {
    title: f.string({ label: label('Title'), localized: true, required: true, max: 4 }),
    subtitle: f.string({ label: label('Subtitle'), localized: true }),
    code: f.string({ label: label('Code'), min: 2, max: 4, pattern: '^[a-z]+$' }),
    needed: f.string({ label: label('Needed'), required: true }),
    seats: f.integer({ label: label('Seats'), min: 1, max: 9, required: true }),
    guests: f.list(f.string({ label: label('Guest'), max: 3 }), {
      label: label('Guests'),
      min: 2,
      max: 3,
      distinct: true,
    }),
    halls: f.relations('halls', { label: label('Halls'), max: 2 }),
    colours: f.enum_set({ label: label('Colours'), typeCode: 'c', options: options('a', 'b', 'c'), max: 2 }),
  }
  const { json: _, richtext: __, ...rest } = plainFields
  const fields: Record<string, FieldDefinition> = { ...rest, ...bounded }

  const texts = `a b c d ab abcde 👍👍 0 all 2023-09-06 2023-02-30 09:00 24:00 9:00 2023-09-06T02:00:00Z h/1
    2023-09-06T10:00 li@example.org li@example +86138-0000 1234 E123456 e12345 https://example.org/a?b
    javascript:a() ftp://example.org https://a:b@example.org`
  const words = fc.constantFrom(...texts.split(/\s+/))
  const numbers = fc.constantFrom(0, 1, 9, 10, -1, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, 1e300)
  const simple = fc.oneof(words, numbers, fc.boolean(), fc.constant(null))
  const value = fc.oneof(
    simple,
    fc.array(simple, { maxLength: 4 }),
    fc.array(words, { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom('zh-CN', 'en', 'fr', 'no'), fc.oneof(words, simple)),
    fc.record({ 'zh-CN': words, en: words }),
  )
  const schemas = new Map(
    Object.entries(fields).map(([key, field]) => [key, compile(toJsonSchema([[key, field]], 'create'))]),
  )

  it('take and refuse the same values', () => {
    const seen = { taken: 0, refused: 0 }
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(fields)), value, (key, given) => {
        const chosen = Object.entries(fields).filter(([name]) => name === key)
        const all = new Set([key])
        const context = { related: () => undefined, locale: 'en' as const }
        const shape = { fields: Object.fromEntries(chosen) }
        const told = checkForm(shape, { [key]: given }, { writable: all, changed: all }, context)
        const isTaken = told.length === 0
        const isValid = schemas.get(key)?.({ [key]: given }) === true
        // The evaluator may be the stricter of the two where a schema has no words for it, never the milder.
        expect({ isTaken, told }).toEqual({ isTaken: isValid && (isTaken || !beyondSchemas.has(key)), told })
        seen[isValid ? 'taken' : 'refused'] += 1
      }),
      { numRuns: 5000 },
    )
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(200)
  })
})
