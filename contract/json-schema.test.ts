import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { toJsonSchema } from './json-schema.ts'
import { moduleDefinitions } from './modules/index.ts'
import { documents } from './modules/documents.ts'
import { settings } from './modules/settings.ts'

/** Strict, as the server validates; `ajv-formats` is a CommonJS module whose default is the plugin. */
function compile(schema: object) {
  const ajv = new Ajv2020({ strict: true })
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  return ajv.compile(schema)
}

describe('the JSON Schemas of bodies', () => {
  it.each(moduleDefinitions.map((definition) => [definition.name, definition] as const))(
    'of %s are strict and compile',
    (_, { fields }) => {
      for (const kind of ['create', 'update'] as const)
        expect(() => compile(toJsonSchema(Object.entries(fields), kind))).not.toThrow()
    },
  )

  it('take what a form sends and refuse anything else', () => {
    const isValid = compile(toJsonSchema(Object.entries(settings.fields), 'create'))
    expect(isValid({ name: 'forum', value: { city: '苏州' } })).toBe(true)
    expect(isValid({ name: 'options', value: 1 })).toBe(false)
    expect(isValid({ name: 'forum' })).toBe(false)
    expect(isValid({ name: 'forum', value: 1, version: 2 })).toBe(false)
  })

  it('want the id and nothing else of an update', () => {
    const isValid = compile(toJsonSchema(Object.entries(documents.fields), 'update'))
    expect(isValid({ id: 'd1' })).toBe(true)
    expect(isValid({ id: 'd1', version: 3, summary: null, title: { 'zh-CN': '标题', en: '' } })).toBe(true)
    expect(isValid({ id: 'd1', title: null })).toBe(false)
    expect(isValid({ id: 'd1', is_hot: 'yes' })).toBe(false)
    expect(isValid({ id: ['d1'] })).toBe(false)
    expect(isValid({ title: { 'zh-CN': '标题', en: '' } })).toBe(false)
  })
})
