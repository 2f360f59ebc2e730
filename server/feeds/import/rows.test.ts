import { expect, it } from 'vitest'
import { toRowId } from './rows.ts'

it('the id of a row is that of its key and its source, and fits in an address', () => {
  expect(toRowId('schedule:a', '1')).toBe(toRowId('schedule:a', '1'))
  expect(toRowId('schedule:a', '1')).not.toBe(toRowId('schedule:b', '1'))
  expect(toRowId('schedule:a', '1')).not.toBe(toRowId('schedule:a', '2'))
  expect(toRowId('schedule:a', '论坛 / 1')).toMatch(/^[0-9a-f]{16}$/)
})
