import { expect, test, vi } from 'vitest'
import { yieldToMain } from '#platform/browser.ts'
import type { OutboxEntry, Submission } from './entry.ts'
import { subscribeToAttentionCount, refreshEntries, submit } from './use-outbox.ts'

/** The device of a phone that two users share. */
const phone = vi.hoisted(() => ({
  owner: 'anna',
  keep: (): unknown => undefined,
  paint: async (): Promise<void> => undefined,
}))

vi.mock('#platform/browser.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#platform/browser.ts')>()),
  waitForPaint: async () => phone.paint(),
}))
vi.mock('./device.ts', () => ({ store: {} }))
vi.mock('./page-outbox.ts', () => ({
  getCurrentOwner: () => phone.owner,
  outbox: { list: async () => [], submit: async () => phone.keep(), forgetOpened: () => undefined },
}))

/** An entry that is late. */
const late = { id: 'e', state: 'queued', isLate: true } as OutboxEntry

test('a stored entry is shown after its form has painted, and not to another user who has signed in since', async () => {
  let needs = 0
  subscribeToAttentionCount((count) => (needs = count))
  await refreshEntries()
  phone.keep = () => late
  const frame = Promise.withResolvers<void>()
  phone.paint = () => frame.promise
  expect(await submit({} as Submission)).toBe(late)
  expect(needs).toBe(0)
  frame.resolve()
  await expect.poll(() => needs).toBe(1)
  await refreshEntries()
  expect(needs).toBe(0)

  phone.keep = async () => {
    phone.owner = 'berta'
    await refreshEntries()
    return late
  }
  expect(await submit({} as Submission)).toBe(late)
  await yieldToMain()
  expect(needs).toBe(0)
})
