import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxEntry } from '#outbox/index.ts'
import { createFormSubmission } from './use-submission.ts'

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
  const { store, send } = createFormSubmission({ confirmsInFooter: true })
  const entry = { id: 'one', state: 'queued' } as OutboxEntry
  const sent = send(() => after(180, { entry }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await sent).toEqual({ kind: 'saved', entry })
  expect(store.state).toEqual({ kind: 'saved', entry })
})

test('what takes long is shown as busy, and no longer when it is done', async () => {
  const { store, send } = createFormSubmission({ confirmsInFooter: true })
  const sent = send(() => after(900, { entry: { id: 'one', state: 'rejected' } as OutboxEntry }))
  await vi.advanceTimersByTimeAsync(300)
  expect(store.state).toEqual({ kind: 'saving' })
  await vi.advanceTimersByTimeAsync(700)
  expect(await sent).toMatchObject({ entry: { state: 'rejected' } })
  expect(store.state).toMatchObject({ kind: 'refused' })
})
