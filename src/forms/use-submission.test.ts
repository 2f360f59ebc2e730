import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxEntry } from '#outbox/index.ts'
import { createSubmissionStore } from './use-submission.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Resolves after this many milliseconds. */
const after = <T>(ms: number, result: T) =>
  new Promise<T>((resolve) => void setTimeout(() => resolve(result), ms))

test('that it is kept stays on screen, though the page paints later than it would show that it is busy', async () => {
  // A hidden page paints nothing.
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const sending = createSubmissionStore()
  const stored = { id: 'one', state: 'queued' } as OutboxEntry
  const sent = sending.send(() => after(180, { entry: stored }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await sent).toEqual({ entry: stored })
  expect(sending.state()).toEqual({ isBusy: false, stored })
})

test('what takes long is shown as busy, and no longer when it is done', async () => {
  const sending = createSubmissionStore()
  const sent = sending.send(() => after(900, { entry: { id: 'one', state: 'rejected' } as OutboxEntry }))
  await vi.advanceTimersByTimeAsync(300)
  expect(sending.state()).toEqual({ isBusy: true })
  await vi.advanceTimersByTimeAsync(700)
  expect(await sent).toMatchObject({ entry: { state: 'rejected' } })
  expect(sending.state()).toEqual({ isBusy: false })
})
