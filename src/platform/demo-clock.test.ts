import { expect, test, vi } from 'vitest'
import { createDemoClock } from './demo-clock.ts'
import { createSafeStorage } from './safe-storage.ts'
import { createServerClock } from './server-clock.ts'

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
