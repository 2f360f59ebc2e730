import { expect, test } from 'vitest'
import { findPasswordFault } from './password-rules.ts'

test.each([
  ['1234567', 'field.too_short'],
  ['12345678', undefined],
  // Characters outside of the basic plane count once.
  ['𠀀'.repeat(7), 'field.too_short'],
  ['𠀀'.repeat(128), undefined],
  ['能'.repeat(129), 'field.too_long'],
  // Decomposed characters count as what they are composed to.
  ['e\u0301'.repeat(7), 'field.too_short'],
])('%j', (password, fault) => {
  expect(findPasswordFault(password)).toBe(fault)
})
