import { expect, test } from 'vitest'
import { resolveRedirect } from './resolve-redirect.ts'

const origin = 'https://forum.example'

test('a redirectUrl of our own wins over the go-back flag, with path and query [T7]', () => {
  expect(resolveRedirect('/agenda?day=2023-09-06#x', true, origin)).toEqual({
    kind: 'address',
    href: '/agenda?day=2023-09-06#x',
  })
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '/x/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'agenda',
  '',
  7,
  undefined,
  '/login?redirectUrl=/login',
  '/user/login',
])('%s is no place to go [73, T29]', (requested) => {
  expect(resolveRedirect(requested, false, origin)).toEqual({ kind: 'center' })
})

test('without a redirectUrl the flag leads back', () => {
  expect(resolveRedirect(undefined, true, origin)).toEqual({ kind: 'back' })
})
