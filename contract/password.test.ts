import { expect, test } from 'vitest'
import { findLengthIssue } from './password.ts'

test.each([
  ['seven77', 'field.too_short'],
  ['eight888', undefined],
  // Characters, neither bytes nor halves of surrogate pairs.
  ['太阳能风能氢能', 'field.too_short'],
  ['太阳能风能氢能电', undefined],
  ['🌊🌊🌊🌊', 'field.too_short'],
  ['🌊🌊🌊🌊🌊🌊🌊🌊', undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'field.too_long'],
])('%s is judged by its characters: %s [102, 103]', (password, fault) => {
  expect(findLengthIssue(password)).toBe(fault)
})
