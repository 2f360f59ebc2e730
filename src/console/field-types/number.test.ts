import { expect, it } from 'vitest'
import { parseTypedNumber } from './number.tsx'

it.each([
  ['1200.50', 1200.5],
  ['1200.00', 1200],
  [' 007 ', 7],
  ['0.10', 0.1],
  ['-3', -3],
  ['+3', 3],
  ['−3', -3],
  ['1,200.50', 1200.5],
  ['13,000', 13_000],
  ['１２００．５', 1200.5],
  ['999999999999999', 999_999_999_999_999],
])('%j is %d', (typed, number) => {
  expect(parseTypedNumber(typed)).toBe(number)
})

it.each(['', '1200.', '.5', '1 200', '1,20', '1,2000', '12,34.5', '1e3', 'ten', '1.2.3', '9007199254740993'])(
  '%j is none',
  (typed) => {
    expect(parseTypedNumber(typed)).toBeUndefined()
  },
)
