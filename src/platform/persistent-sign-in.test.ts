import { expect, onTestFinished, test, vi } from 'vitest'
import { createPersistentSignInStore } from './persistent-sign-in.ts'

const signIn = { token: 't', user: { id: 'anna' }, expiresAt: '2023-10-05T00:00:00Z' }

test.each([
  ['until its end', '2023-10-04T23:59:59Z', signIn],
  ['not after it', signIn.expiresAt, undefined],
])('a persistent sign-in is read %s', async (_when, now, expected) => {
  const request = { result: signIn } as unknown as IDBRequest
  const store = { get: () => request } as unknown as IDBObjectStore
  const openStore =
    () =>
    async <T>(_mode: IDBTransactionMode, work: (store: IDBObjectStore) => T) => {
      queueMicrotask(() => request.onsuccess?.(new Event('success')))
      return work(store)
    }
  expect(
    await createPersistentSignInStore({ openStore: openStore as never, nowMs: () => Date.parse(now) }).read(),
  ).toEqual(expected)
})

test('an IndexedDB that never responds delays the start by 800 ms at most', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const read = createPersistentSignInStore({
    openStore: () => () => new Promise(() => undefined),
    nowMs: Date.now,
  }).read()
  await vi.advanceTimersByTimeAsync(800)
  expect(await read).toBeUndefined()
})
