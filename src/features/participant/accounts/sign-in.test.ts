import { expect, test } from 'vitest'
import { authStore } from '#platform/auth.ts'
import { hasRecentProof, recordProof } from './sign-in.ts'

test('only a sign-in by a code is a recent proof', () => {
  expect(hasRecentProof()).toBe(false)
  authStore.setToken('first')
  expect(hasRecentProof()).toBe(false)
  recordProof('first')
  expect(hasRecentProof()).toBe(true)
  authStore.setToken('second')
  expect(hasRecentProof()).toBe(false)
})
