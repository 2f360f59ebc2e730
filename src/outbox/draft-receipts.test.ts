import { expect, test } from 'vitest'
import { createDrafts, getDraftName } from './drafts.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { createSealer } from '#platform/device-store/sealing.ts'

const { subtle } = globalThis.crypto
const dayMs = 86_400_000
const form = getDraftName('side_meetings', 'made-1')

/** Sends a new row of Anna's, and types on in its form. */
async function typeOverSent() {
  let nowMs = Date.now()
  const store = makeMemoryStore()
  const getSealer = (owner: string) => createSealer(store, owner, subtle)
  const drafts = createDrafts(store, getSealer, () => 'at')
  const clock = { nowMs: () => nowMs, after: () => () => undefined }
  const page = openPage(
    startModelServer(() => 'none'),
    { store, subtle, clock },
  )
  await page.submit(creation(1))
  await page.wake()
  await drafts.save('anna', form, { n: 2 }, [])
  const pass = (ms: number) => void (nowMs += ms)
  return { page, drafts, pass, suspender: createQueueSuspender(store, getSealer) }
}

test('a receipt that leads to a draft stays as long as the draft', async () => {
  const { page, drafts, pass } = await typeOverSent()
  pass(8 * dayMs)
  await page.expire()
  expect(await page.list('anna')).toMatchObject([{ entityId: 'made-1', state: 'done' }])
  await drafts.drop('anna', form)
  await page.expire()
  expect(await page.list('anna')).toEqual([])
})

test('a user who closes the app without signing out finds the draft of a sent row again', async () => {
  const { page, drafts, suspender } = await typeOverSent()
  await suspender.suspend('anna')
  expect(await page.list('anna')).toMatchObject([{ entityId: 'made-1', state: 'done' }])
  expect(await drafts.load('anna', form)).toEqual({ n: 2 })
})

test('a sign-out leaves neither drafts nor receipts', async () => {
  const { page, suspender } = await typeOverSent()
  await suspender.removeDrafts('anna')
  await suspender.suspend('anna')
  expect(await suspender.listOwners()).toEqual([])
  expect([...page.store.values.keys()]).toEqual([])
})
