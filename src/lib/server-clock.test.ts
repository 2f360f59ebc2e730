import { expect, it } from 'vitest'
import { createServerClock } from './server-clock.ts'

it('tells the server’s time from the last answer on, however the device’s clock jumps', () => {
  let atMs = 1000
  const clock = createServerClock(() => atMs)
  expect(clock.nowMs()).toBeUndefined()
  clock.observe('Wed, 06 Sep 2023 02:00:00 GMT')
  atMs += 90_000
  expect(clock.nowMs()).toBe(Date.parse('2023-09-06T02:01:30Z'))
})

it.each([null, '', 'yesterday'])('a Date header %j changes nothing', (header) => {
  const clock = createServerClock(() => 0)
  clock.observe('Wed, 06 Sep 2023 02:00:00 GMT')
  clock.observe(header)
  expect(clock.nowMs()).toBe(Date.parse('2023-09-06T02:00:00Z'))
})
