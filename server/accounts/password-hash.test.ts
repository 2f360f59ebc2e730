import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password-hash.ts'

test('a password is that of its own hash only, and each hash has its own salt', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(first).not.toBe(second)
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('correct horse', first)).toBe(true)
  expect(await isPassword('correct horsf', first)).toBe(false)
})

test('a hash of other strength is still read', async () => {
  // Made by the reference implementation: argon2 "somesalt" -id -t 2 -k 256 -p 1 for "password"
  const known = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await isPassword('password', known)).toBe(true)
})

test('without a hash no password is right', async () => {
  expect(await isPassword('', null)).toBe(false)
  expect(await isPassword('anything', undefined)).toBe(false)
})

test('every character counts: a long password is not cut [T40]', async () => {
  const long = '能'.repeat(128)
  const hash = await hashPassword(long)
  expect(await isPassword(long, hash)).toBe(true)
  expect(await isPassword(`${long.slice(0, -1)}源`, hash)).toBe(false)
})
