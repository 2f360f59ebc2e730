import { expect, test } from 'vitest'
import { createServerClock, isDemoClockPage, syncClockFromPage } from './server-clock.ts'

const date = 'Wed, 06 Sep 2023 01:12:00 GMT'
const dateMs = Date.parse(date)

function makeClock() {
  const monotonic = { ms: 1000 }
  return { monotonic, clock: createServerClock(() => monotonic.ms) }
}

/** A navigation whose response came 400 ms after the start of the page. */
const pageWith = (serverTiming: { name: string; description: string }[], transferSize = 300) => ({
  transferSize,
  responseStart: 400,
  serverTiming,
})

test('the server’s time runs on from its last answer, whatever the device’s clock does', () => {
  const { clock, monotonic } = makeClock()
  expect(clock.nowMs()).toBeUndefined()
  clock.observe(date)
  monotonic.ms += 90_000
  expect(clock.nowMs()).toBe(dateMs + 90_000)
  for (const broken of [null, '', 'yesterday']) clock.observe(broken)
  expect(clock.nowMs()).toBe(dateMs + 90_000)
})

const timing = [
  { name: 'cdn', description: 'x' },
  { name: 'now', description: date },
]

test('a page with data sets the clock, counted from its response', () => {
  const { clock } = makeClock()
  syncClockFromPage(clock, pageWith(timing))
  expect(clock.nowMs()).toBe(dateMs + 600)
})

test.each([
  ['unknown to the browser', undefined],
  ['without server timing', { transferSize: 300, responseStart: 400 }],
  ['with other entries', pageWith(timing.slice(0, 1))],
  ['out of a cache', pageWith(timing, 0)],
])('a page %s does not set the clock', (_what, page) => {
  const { clock } = makeClock()
  syncClockFromPage(clock, page)
  expect(clock.nowMs()).toBeUndefined()
})

test('a page says whether its time was set for a demonstration', () => {
  const demonstration = { name: 'demonstration', description: '' }
  const pages = [undefined, pageWith(timing), pageWith([...timing, demonstration])]
  expect(pages.map(isDemoClockPage)).toEqual([false, false, true])
})
