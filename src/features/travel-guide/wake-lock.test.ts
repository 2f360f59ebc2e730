import { expect, it } from 'vitest'
import { requestWakeLock } from './wake-lock.ts'

/** A page that is hidden and shown, and a screen that counts who keeps it on. */
function device() {
  const held = new Set<object>()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const wakeLock = {
    request() {
      const lock = { release: () => Promise.resolve(held.delete(lock)) }
      held.add(lock)
      return Promise.resolve(lock)
    },
  }
  const show = (state: 'visible' | 'hidden') => {
    page.visibilityState = state
    // As browsers do: a hidden page holds no lock any more.
    if (state === 'hidden') held.clear()
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return {
    keep: (wake: object = { wakeLock }) => requestWakeLock(wake, page as unknown as Document),
    show,
    held: () => held.size,
  }
}

it('keeps the screen on until it is ended, also after the page was away', async () => {
  const { keep, show, held } = device()
  const end = keep()
  await expect.poll(held).toBe(1)
  show('hidden')
  expect(held()).toBe(0)
  show('visible')
  await expect.poll(held).toBe(1)
  end()
  await expect.poll(held).toBe(0)
  show('visible')
  await Promise.resolve()
  expect(held()).toBe(0)
})

it('lets go of a lock that comes after the end', async () => {
  const { keep, held } = device()
  keep()()
  await expect.poll(held).toBe(0)
})

it('does without where the browser has none, or refuses', async () => {
  const { keep, held } = device()
  keep({})()
  keep({ wakeLock: { request: () => Promise.reject(new Error('battery')) } })()
  await Promise.resolve()
  expect(held()).toBe(0)
})
