import { expect, test } from 'vitest'
import { maxAttempts, getRetryDelayMs } from './queue.ts'

const minuteMs = 60_000

function pausesOf(isUrgent: boolean): number[] {
  return Array.from({ length: maxAttempts - 1 }, (_, tries) => getRetryDelayMs(tries + 1, isUrgent) ?? 0)
}

test.each([
  ['a message', false, 24 * 60 * minuteMs, 24 * 60 * minuteMs],
  ['a code', true, 4 * minuteMs, 5 * minuteMs],
])('the pauses of %s grow, and fill the time that it has', (_what, isUrgent, leastMs, mostMs) => {
  const pauses = pausesOf(isUrgent)
  const inAll = pauses.reduce((sum, pause) => sum + pause)
  expect(pauses.slice(1).every((pause, index) => pause > (pauses[index] ?? 0))).toBe(true)
  expect(inAll).toBeGreaterThanOrEqual(leastMs)
  expect(inAll).toBeLessThanOrEqual(mostMs)
})

test('after the eighth try there is none', () => {
  expect(getRetryDelayMs(7, false)).toBeDefined()
  expect(getRetryDelayMs(8, false)).toBeUndefined()
  expect(getRetryDelayMs(9, true)).toBeUndefined()
})
