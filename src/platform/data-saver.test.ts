import { expect, it } from 'vitest'
import { createSafeStorage } from './safe-storage.ts'
import { createDataSaver } from './data-saver.ts'
import type { NetworkHint } from './prefetch.ts'

const store = () => createSafeStorage(() => undefined)
const isOnAtFirst = (hint: NetworkHint | undefined) => createDataSaver(store(), () => hint).isOn()

it('is on at first where the browser asks for it or the network is slow', () => {
  expect(isOnAtFirst({ saveData: true, effectiveType: '4g' })).toBe(true)
  for (const effectiveType of ['slow-2g', '2g', '3g']) expect(isOnAtFirst({ effectiveType })).toBe(true)
  expect(isOnAtFirst({ saveData: false, effectiveType: '4g' })).toBe(false)
  expect(isOnAtFirst(undefined)).toBe(false)
})

it('keeps to what was chosen, whatever the network says', () => {
  const stored = store()
  createDataSaver(stored, () => ({ saveData: true })).choose(false)
  expect(createDataSaver(stored, () => ({ saveData: true })).isOn()).toBe(false)
  createDataSaver(stored, () => undefined).choose(true)
  expect(createDataSaver(stored, () => undefined).isOn()).toBe(true)
})
