import { expect, test } from 'vitest'
import { getRetryDelayMs } from './timing.ts'

const longest = () => 1
const minuteMs = 60_000

test('the server says when to come again, from one second to ten minutes', () => {
  expect([0, 30_000, 24 * 60 * minuteMs].map((askedMs) => getRetryDelayMs(1, askedMs, longest))).toEqual([
    1000,
    30_000,
    10 * minuteMs,
  ])
})

test('else the waits double up to five minutes, each by chance', () => {
  expect([1, 2, 3, 9, 1000].map((tries) => getRetryDelayMs(tries, undefined, longest))).toEqual([
    2000,
    4000,
    8000,
    5 * minuteMs,
    5 * minuteMs,
  ])
  expect(getRetryDelayMs(3, undefined, () => 0.25)).toBe(2000)
})
