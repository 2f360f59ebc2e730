import { expect, test } from 'vitest'
import { isLostChunk, mayReload } from './lost-chunks.ts'

const fine = { online: true, dirty: false, nowMs: 1_000_000, lastReloadMs: 0 }

test('a lost part reloads the page once in 30 seconds', () => {
  expect(mayReload(fine)).toBe(true)
  expect(mayReload({ ...fine, lastReloadMs: fine.nowMs - 29_000 })).toBe(false)
  expect(mayReload({ ...fine, lastReloadMs: fine.nowMs - 31_000 })).toBe(true)
})

test('a reload never happens offline or over something typed', () => {
  expect(mayReload({ ...fine, online: false })).toBe(false)
  expect(mayReload({ ...fine, dirty: true })).toBe(false)
})

test('a clock that was set back does not forbid reloads for ever', () => {
  expect(mayReload({ ...fine, lastReloadMs: fine.nowMs + 3_600_000 })).toBe(true)
})

test.each([
  'Failed to fetch dynamically imported module: https://forum.example/assets/a-1.js',
  'error loading dynamically imported module: https://forum.example/assets/a-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a-1.css',
])('%s is a lost part', (message) => expect(isLostChunk(new TypeError(message))).toBe(true))

test('other errors are not lost parts', () => {
  expect(isLostChunk(new TypeError('x is not a function'))).toBe(false)
  expect(isLostChunk('gone')).toBe(false)
})
