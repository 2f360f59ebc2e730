import { expect, test } from 'vitest'
import { createSafeStorage } from './safe-storage.ts'
import { createAuthStore } from './auth.ts'

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    length: 0,
  }
}

const user = { id: 'u1', name: '甲', role: 'organiser' } as const

test('token and user lie in the storage under their names, and sign-out takes all four places [87, 224, T9]', () => {
  const storage = memoryStorage()
  const session = createAuthStore(createSafeStorage(() => storage))
  expect(session.getUser()).toEqual({})
  session.setToken('t')
  session.setUser(user)
  expect([storage.getItem('token'), storage.getItem('user')]).toEqual(['t', JSON.stringify(user)])
  session.clear()
  expect([session.getToken(), session.getUser()]).toEqual([undefined, {}])
  expect([storage.getItem('token'), storage.getItem('user')]).toEqual([null, null])
})

test.each(['', '{}', 'null', '[1]', 'broken'])('a stored user %j is nobody [86, T5]', (text) => {
  const storage = memoryStorage()
  storage.setItem('user', text)
  expect(createAuthStore(createSafeStorage(() => storage)).getUser()).toEqual({})
})

test('where storage is blocked, the session lives in memory', () => {
  const session = createAuthStore(
    createSafeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    }),
  )
  session.setToken('t')
  expect(session.getToken()).toBe('t')
})
