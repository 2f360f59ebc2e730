import { expect, it } from 'vitest'
import { createClock } from './clock.ts'

it('shows the system time', () => {
  expect(createClock(undefined, () => 5000).now()).toEqual(new Date(5000))
})

it('starts where it was told and runs on', () => {
  let systemMs = 9_000_000
  const clock = createClock(new Date('2023-09-06T10:10:00+08:00'), () => systemMs)
  expect(clock.now().toISOString()).toBe('2023-09-06T02:10:00.000Z')
  systemMs += 61_000
  expect(clock.now().toISOString()).toBe('2023-09-06T02:11:01.000Z')
})
