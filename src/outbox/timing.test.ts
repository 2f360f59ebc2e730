import { expect, test } from 'vitest'
import { getRetryDelayMs } from './timing.ts'

const longest = () => 1
const minuteMs = 60_000

test('Retry-After is limited to between one second and ten minutes', () => {
  expect([0, 30_000, 24 * 60 * minuteMs].map((askedMs) => getRetryDelayMs(1, askedMs, longest))).toEqual([
    1000,
    30_000,
    10 * minuteMs,
  ])
})

test('without Retry-After the delays are random parts of steps that double up to five minutes', () => {
  expect([1, 2, 3, 9, 1000].map((tries) => getRetryDelayMs(tries, undefined, longest))).toEqual([
    2000,
    4000,
    8000,
    5 * minuteMs,
    5 * minuteMs,
  ])
  expect(getRetryDelayMs(3, undefined, () => 0.25)).toBe(2000)
})
