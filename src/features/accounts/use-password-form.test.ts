import { expect, test } from 'vitest'
import { findProblems } from './use-password-form.ts'

const keys = (new_pwd: string, repeat_pwd: string) =>
  findProblems({ new_pwd, repeat_pwd }).map(({ path, key }) => [path, key])

test('a password of eight characters, twice the same, has no fault', () => {
  expect(keys('eight888', 'eight888')).toEqual([])
  // The same letters in one piece and in two.
  expect(keys('caf\u00e9-caf\u00e9', 'cafe\u0301-cafe\u0301')).toEqual([])
})

test('seven characters and a repetition that differs are told at their fields', () => {
  expect(keys('seven77', 'seven78')).toEqual([
    ['new_pwd', 'field.too_short'],
    ['repeat_pwd', 'password.not_repeated'],
  ])
})
