import { expect, test, vi } from 'vitest'
import { f } from '#contract/fields.ts'
import type { ModuleForm } from '#forms/index.ts'
import { createSubForm } from './ObjectControl.tsx'

const label = { 'zh-CN': '名', en: 'Name' }
const shape = { fields: { number: f.string({ label, required: true }), bank: f.string({ label }) } }

function formOver(value: unknown, paths: string[] = []) {
  const set = vi.fn<ModuleForm['set']>()
  const problems = paths.map((path) => ({ path, key: 'field.empty' }))
  return {
    set,
    form: { id: 'f', inputs: { value, other: 1 }, issues: problems, set } as unknown as ModuleForm,
  }
}

test('input within a value leaves its other fields unchanged', () => {
  const { form, set } = formOver({ account: { number: '1', bank: 'B' }, days: 3 })
  const inner = createSubForm(createSubForm(form, 'value', { fields: {} }), 'account', shape)
  expect(inner.values).toEqual({ number: '1', bank: 'B' })
  inner.set('number', '2')
  expect(set).toHaveBeenCalledWith('value', { account: { number: '2', bank: 'B' }, days: 3 })
})

test('a value that is none yet begins empty, and what is needed in it is known', () => {
  const { form, set } = formOver(null)
  const inner = createSubForm(form, 'value', shape)
  expect([inner.values, inner.isRequired('number'), inner.isRequired('bank')]).toEqual([{}, true, false])
  inner.set('bank', 'B')
  expect(set).toHaveBeenCalledWith('value', { bank: 'B' })
})

test('a sub-form has the issues below its path, and no others', () => {
  const { form } = formOver({}, ['value.account.number', 'value.days', 'valued', 'other'])
  const value = createSubForm(form, 'value', { fields: {} })
  expect(value.issues.map(({ path }) => path)).toEqual(['account.number', 'days'])
  expect(createSubForm(value, 'account', shape).issues.map(({ path }) => path)).toEqual(['number'])
})
