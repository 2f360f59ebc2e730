import { expect, test } from 'vitest'
import { hashPassword, isPassword, createConcurrencyLimit } from './password-hash.ts'

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

/** Work that ends on command. */
function manualWork() {
  let running = 0
  let most = 0
  const ends: (() => void)[] = []
  return {
    work: async (): Promise<void> => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((end) => ends.push(end))
      running -= 1
    },
    endOne: async (): Promise<void> => {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
    mostAtOnce: () => most,
  }
}

test('so many run at once, so many wait, one more is turned away, and all that were let in are done', async () => {
  const gate = createConcurrencyLimit({ running: 2, waiting: 3 })
  const { work, endOne, mostAtOnce } = manualWork()
  const letIn = [1, 2, 3, 4, 5].map(() => gate.run(work))
  await expect(gate.run(work)).rejects.toMatchObject({ key: 'server.busy', retryAfterSeconds: 2 })
  for (let done = 0; done < 5; done += 1) await endOne()
  await Promise.all(letIn)
  expect(mostAtOnce()).toBe(2)
})

test('work that fails gives its place back', async () => {
  const gate = createConcurrencyLimit({ running: 1, waiting: 0 })
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(gate.run(async () => 'done')).resolves.toBe('done')
})
