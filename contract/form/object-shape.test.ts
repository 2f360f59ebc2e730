import { expect, test } from 'vitest'
import { f } from '../fields.ts'
import { checkForm } from './check-form.ts'
import type { Values } from './form-shape.ts'

const label = { 'zh-CN': '名', en: 'Name' }
const needed = f.string({ label, required: true, max: 3 })
const shape = {
  fields: {
    name: f.string({ label }),
    value: f.json({
      label,
      shaped: {
        field: 'name',
        shapes: { pay: { fields: { days: needed }, parts: { account: { fields: { number: needed } } } } },
      },
    }),
  },
}

function faultsIn(values: Values, given = ['value']): string[] {
  const part = { writable: new Set(['name', 'value']), changed: new Set(given) }
  const found = checkForm(shape, values, part, { related: () => undefined, locale: 'en' })
  return found.map(({ path, key }) => `${path} ${key}`)
}

test('a value is judged by the shape that another field names, at the path of each field within', () => {
  const value = { days: 'long', account: {}, more: 1 }
  expect(faultsIn({ name: 'pay', value })).toEqual([
    'value.days field.too_long',
    'value.more field.unknown',
    'value.account.number field.empty',
  ])
  expect(faultsIn({ name: 'pay', value: { days: '7', account: { number: '1' } } })).toEqual([])
  expect(faultsIn({ name: 'pay', value: { days: '7' } })).toEqual(['value.account field.invalid'])
  expect(faultsIn({ name: 'pay', value: 'text' })).toEqual(['value field.invalid'])
})

test('a value without a shape holds what it likes, as one does whose name every object has', () => {
  for (const name of ['own', 'constructor', '__proto__', null])
    expect(faultsIn({ name, value: { days: 'long', any: [1] } })).toEqual([])
})

test('a value that stays is judged again when its name becomes that of a shape, and only then', () => {
  const row = { name: 'pay', value: { days: 'long', account: { number: '1' } }, note: '' }
  expect(faultsIn(row, ['name'])).toEqual(['value.days field.too_long'])
  expect(faultsIn(row, ['note'])).toEqual([])
})
