import { expect, it } from 'vitest'
import { requestWakeLock } from './wake-lock.ts'

/** A page that is hidden and shown, and a screen that counts its wake locks. */
function device() {
  const locks = new Set<object>()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const wakeLock = {
    request() {
      const lock = { release: () => Promise.resolve(locks.delete(lock)) }
      locks.add(lock)
      return Promise.resolve(lock)
    },
  }
  const show = (state: 'visible' | 'hidden') => {
    page.visibilityState = state
    // As in browsers: a hidden page loses its locks.
    if (state === 'hidden') locks.clear()
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return {
    keep: (wake: object = { wakeLock }) => requestWakeLock(wake, page as unknown as Document),
    show,
    held: () => locks.size,
  }
}

it('keeps the screen on until it is ended, also after the page was away', async () => {
  const { keep, show, held: locks } = device()
  const end = keep()
  await expect.poll(locks).toBe(1)
  show('hidden')
  expect(locks()).toBe(0)
  show('visible')
  await expect.poll(locks).toBe(1)
  end()
  await expect.poll(locks).toBe(0)
  show('visible')
  await Promise.resolve()
  expect(locks()).toBe(0)
})

it('lets go of a lock that comes after the end', async () => {
  const { keep, held: locks } = device()
  keep()()
  await expect.poll(locks).toBe(0)
})

it('does without where the browser has none, or refuses', async () => {
  const { keep, held: locks } = device()
  keep({})()
  keep({ wakeLock: { request: () => Promise.reject(new Error('battery')) } })()
  await Promise.resolve()
  expect(locks()).toBe(0)
})
