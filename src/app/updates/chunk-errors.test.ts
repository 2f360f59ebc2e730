import { expect, test } from 'vitest'
import { canReload } from './chunk-errors.ts'

const fine = { isOnline: true, isUpdateActive: false, isBusy: false, nowMs: 1_000_000, lastReloadMs: 0 }

test('a lost part reloads the page once in 30 seconds', () => {
  expect(canReload(fine)).toBe(true)
  expect(canReload({ ...fine, lastReloadMs: fine.nowMs - 29_000 })).toBe(false)
  expect(canReload({ ...fine, lastReloadMs: fine.nowMs - 31_000 })).toBe(true)
})

test('a reload never happens over something typed, nor offline unless a newer version is on the phone', () => {
  expect(canReload({ ...fine, isOnline: false })).toBe(false)
  expect(canReload({ ...fine, isOnline: false, isUpdateActive: true })).toBe(true)
  expect(canReload({ ...fine, isUpdateActive: true, isBusy: true })).toBe(false)
})

test('a clock that was set back does not forbid reloads for ever', () => {
  expect(canReload({ ...fine, lastReloadMs: fine.nowMs + 3_600_000 })).toBe(true)
})
