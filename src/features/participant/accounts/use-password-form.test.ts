import { expect, test } from 'vitest'
import { mapProofIssue, validatePassword } from './use-password-form.ts'

const keys = (new_pwd: string, repeat_pwd: string) =>
  validatePassword({ old_pwd: '', captcha: '', new_pwd, repeat_pwd }).map(({ path, key }) => [path, key])

test('a password of eight characters, twice the same, has no fault', () => {
  expect(keys('eight888', 'eight888')).toEqual([])
  // The same letters, composed and decomposed.
  expect(keys('caf\u00e9-caf\u00e9', 'cafe\u0301-cafe\u0301')).toEqual([])
})

test('seven characters and a repetition that differs are told at their fields [104]', () => {
  expect(keys('seven77', 'seven78')).toEqual([
    ['new_pwd', 'field.too_short'],
    ['repeat_pwd', 'password.not_repeated'],
  ])
})

test('a proof that is asked for and empty is told at its field, by its label', () => {
  const values = { old_pwd: '', captcha: '', new_pwd: 'eight888', repeat_pwd: 'eight888' }
  expect(validatePassword(values, { field: 'captcha', label: 'Code' })).toEqual([
    { path: 'captcha', key: 'field.empty', params: { label: 'Code' } },
  ])
  expect(validatePassword({ ...values, captcha: '123456' }, { field: 'captcha', label: 'Code' })).toEqual([])
})

test('what the server says of a missing proof comes to the field that is on the screen', () => {
  const serverIssues = [{ path: 'old_pwd', key: 'password.proof_needed' }]
  expect(mapProofIssue(serverIssues, 'captcha')[0]?.path).toBe('captcha')
  expect(mapProofIssue(serverIssues, 'old_pwd')).toEqual(serverIssues)
  expect(mapProofIssue(serverIssues, undefined)).toEqual(serverIssues)
})
