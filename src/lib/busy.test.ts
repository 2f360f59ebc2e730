import { expect, test } from 'vitest'
import { isBusy, whileBusy } from './busy.ts'

test('work keeps the page from being reloaded until all of it has ended, well or not', async () => {
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const works = [whileBusy(first.promise), whileBusy(second.promise)]
  expect(isBusy()).toBe(true)
  first.resolve('sent')
  expect(await works[0]).toBe('sent')
  expect(isBusy()).toBe(true)
  second.reject(new Error('no network'))
  await expect(works[1]).rejects.toThrow('no network')
  expect(isBusy()).toBe(false)
})
