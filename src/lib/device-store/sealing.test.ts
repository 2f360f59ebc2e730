import { expect, test } from 'vitest'
import { makeMemoryStore } from './memory-store.fixture.ts'
import { createSealer, getSealingKeyName } from './sealing.ts'
import { StoreError } from './store.ts'

const { subtle } = globalThis.crypto
const key = getSealingKeyName('anna')

test('a key that another tab took off the device is not used any more [300]', async () => {
  const store = makeMemoryStore()
  const here = createSealer(store, 'anna', subtle)
  const before = await here.seal('before')
  store.values.delete(key)
  expect(await here.open(before)).toBeUndefined()
  const after = await here.seal('after')
  // As the app does that is opened anew.
  expect(await createSealer(store, 'anna', subtle).open(after)).toBe('after')
})

test('a device that does not say its key is not a device without that key', async () => {
  const store = makeMemoryStore()
  const sealer = createSealer(store, 'anna', subtle)
  const sealed = await sealer.seal('kept')
  store.failWith('silent')
  await expect(sealer.open(sealed)).rejects.toBeInstanceOf(StoreError)
  await expect(sealer.seal('never in clear')).rejects.toBeInstanceOf(StoreError)
  store.failWith(undefined)
  expect(await sealer.open(sealed)).toBe('kept')
})

test('opening makes no key', async () => {
  const store = makeMemoryStore()
  const sealer = createSealer(store, 'anna', subtle)
  const sealed = await sealer.seal('kept')
  store.values.clear()
  expect(await sealer.open(sealed)).toBeUndefined()
  expect([...store.values.keys()]).toEqual([])
})
