import { expect, test } from 'vitest'
import { makeMemoryStore } from './memory-store.fixture.ts'
import { createSealer, getSealingKeyName } from './sealing.ts'
import { StoreError } from './store.ts'

const { subtle } = globalThis.crypto
const key = getSealingKeyName('anna')

test('a key that another tab has removed is no longer used [300]', async () => {
  const store = makeMemoryStore()
  const here = createSealer(store, 'anna', subtle)
  const before = await here.seal('before')
  store.values.delete(key)
  expect(await here.open(before)).toBeUndefined()
  const after = await here.seal('after')
  // As after a restart of the app.
  expect(await createSealer(store, 'anna', subtle).open(after)).toBe('after')
})

test('a failed read of the key does not count as a missing key', async () => {
  const store = makeMemoryStore()
  const sealer = createSealer(store, 'anna', subtle)
  const sealed = await sealer.seal('kept')
  store.failWith('silent')
  await expect(sealer.open(sealed)).rejects.toBeInstanceOf(StoreError)
  await expect(sealer.seal('never in clear')).rejects.toBeInstanceOf(StoreError)
  store.failWith(undefined)
  expect(await sealer.open(sealed)).toBe('kept')
})

test('unsealing creates no key', async () => {
  const store = makeMemoryStore()
  const sealer = createSealer(store, 'anna', subtle)
  const sealed = await sealer.seal('kept')
  store.values.clear()
  expect(await sealer.open(sealed)).toBeUndefined()
  expect([...store.values.keys()]).toEqual([])
})
