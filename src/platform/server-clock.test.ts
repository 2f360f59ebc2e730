import { expect, test, vi } from 'vitest'
import { createServerClock, isDemoClockPage, syncClockFromPage, createDemoClock } from './server-clock.ts'
import { createSafeStorage } from './safe-storage.ts'

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

const forumDate = 'Wed, 06 Sep 2023 02:10:00 GMT'
const forumNow = '2023-09-06T02:10:00.000Z'

/** One run of the app over its storage. */
function startRun(
  store = createSafeStorage(() => undefined),
  deviceNowMs = Date.parse('2026-01-01T00:00:00Z'),
) {
  const clock = createServerClock(() => 0)
  const demonstration = createDemoClock({ store, clock, deviceNowMs: () => deviceNowMs })
  return { store, clock, demonstration }
}

test('a demonstration is on while responses carry the forum’s clock, and listeners are notified once of each change', () => {
  const { demonstration } = startRun()
  const listener = vi.fn<() => void>()
  demonstration.subscribe(listener)
  const seen = [null, forumNow, '2023-09-06T02:11:00.000Z', null].map((header) => {
    demonstration.observe(header)
    return demonstration.isOn()
  })
  expect(seen).toEqual([false, true, true, false])
  expect(listener).toHaveBeenCalledTimes(2)
})

test('an unsubscribed listener is not called', () => {
  const { demonstration } = startRun()
  const listener = vi.fn<() => void>()
  demonstration.subscribe(listener)()
  demonstration.observe(forumNow)
  expect(listener).not.toHaveBeenCalled()
})

test('a run without a response of the server continues the clock of the last run', () => {
  const first = startRun()
  first.clock.observe(forumDate)
  first.demonstration.start(true)
  const later = startRun(first.store, Date.parse('2026-01-01T01:00:00Z'))
  later.demonstration.start(false)
  expect(later.demonstration.isOn()).toBe(true)
  expect(later.clock.nowMs()).toBe(Date.parse('2023-09-06T03:10:00Z'))
})

test('once the server shows the real time, nothing of a demonstration is left', () => {
  const first = startRun()
  first.clock.observe(forumDate)
  first.demonstration.observe(forumNow)
  first.demonstration.observe(null)
  const later = startRun(first.store)
  later.demonstration.start(false)
  expect(later.demonstration.isOn()).toBe(false)
  expect(later.clock.nowMs()).toBeUndefined()
})

test('a page with the real time ends the demonstration of the last run', () => {
  const first = startRun()
  first.clock.observe(forumDate)
  first.demonstration.start(true)
  const later = startRun(first.store)
  later.clock.observe('Thu, 01 Jan 2026 00:00:00 GMT')
  later.demonstration.start(false)
  expect(later.demonstration.isOn()).toBe(false)
  const last = startRun(first.store)
  last.demonstration.start(false)
  expect(last.demonstration.isOn()).toBe(false)
})
