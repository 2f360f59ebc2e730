import { expect, test } from 'vitest'
import { hasUnsavedWork, trackWork } from './unsaved-work.ts'

test('work keeps the page from being reloaded until all of it has ended, well or not', async () => {
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const works = [trackWork(first.promise), trackWork(second.promise)]
  expect(hasUnsavedWork()).toBe(true)
  first.resolve('sent')
  expect(await works[0]).toBe('sent')
  expect(hasUnsavedWork()).toBe(true)
  second.reject(new Error('no network'))
  await expect(works[1]).rejects.toThrow('no network')
  expect(hasUnsavedWork()).toBe(false)
})
