import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { full } from '../support/marks.ts'
import { openAs } from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { untilTimeHasPassed } from './support/pages.ts'
import { signInByForm } from './support/people.ts'
import {
  edit,
  expect,
  keepTravel,
  listPosts,
  memoOf,
  openForm,
  openOutbox,
  posts,
  saved,
  sendTravel,
  sent,
  submit,
  submitChange,
  test,
} from './support/travel.ts'

/** Opens the outbox, and expects the person to read there that this was sent; it is at the forum once. */
async function expectSent(page: Page, memo: string, memos: () => Promise<unknown[]>): Promise<void> {
  await openOutbox(page)
  await expect(sent(page)).toBeVisible()
  expect(await memos()).toEqual([memo])
}

test('an answer that is lost after the forum has committed costs nothing and doubles nothing [295]', async ({
  page,
  network,
  person,
  memos,
}) => {
  await keepTravel(page, { person, network }, 'lost answer', { kind: 'commit-then-reset' })
  await expect.poll(memos).toEqual(['lost answer'])
  await expect(sent(page)).toHaveCount(0)
  network.mend()
  await expectSent(page, 'lost answer', memos)
})

test('what is kept is there after the browser was killed, and goes out once', async ({
  page,
  context,
  phone,
  network,
  person,
  memos,
}) => {
  await keepTravel(page, { person, network }, 'killed')
  const gone = context.waitForEvent('close')
  const devtools = await context.browser()?.newBrowserCDPSession()
  // As a dead battery does: nothing more is written.
  await devtools?.send('Browser.crash').catch(() => undefined)
  await gone
  network.mend()
  const [next] = (await phone.start()).pages()
  if (!next) throw new Error('the browser has no page')
  await openAs(next, person)
  await expectSent(next, 'killed', memos)
})

test('two tabs with one outbox send once [295]', async ({ page, context, network, person, rows }) => {
  await openForm(page, person)
  network.fail(posts, { kind: 'stall' })
  await sendTravel(page, 'two tabs')
  await expect.poll(() => listPosts(network)).toHaveLength(1)
  const other = await context.newPage()
  await openAs(other, person)
  for (const time of ['once', 'and again']) {
    await test.step(time, () => openOutbox(other))
    await expect(other.getByText(zh('outbox:sending'))).toBeVisible()
    await other.getByRole('button', { name: zh('outbox:sendNow') }).click()
  }
  expect(listPosts(network)).toHaveLength(1)
  network.mend()
  await expect(sent(page)).toBeVisible()
  // The other tab sees it without asking.
  await expect(sent(other)).toBeVisible()
  expect(await rows()).toHaveLength(1)
})

test('what the forum finds wrong comes back to its field in the forum’s words, with the text kept, and is sent once mended [295]', async ({
  page,
  network,
  person,
  memos,
}) => {
  await openForm(page, person)
  const fields = [{ path: 'memo', key: 'field.too_long', params: { max: 500 } }]
  network.fail(posts, { kind: 'refused', status: 422, key: 'validation.failed', fields })
  await sendTravel(page, 'too long')
  await expect(memoOf(page)).toHaveValue('too long')
  await expect(memoOf(page)).toHaveAccessibleDescription(zh.pattern('errors:field.too_long'))
  expect(await memos()).toEqual([])
  network.mend()
  await memoOf(page).fill('short')
  await submit(page).click()
  await expect(sent(page)).toBeVisible()
  expect(await memos()).toEqual(['short'])
})

test('a phone without room says so, and the form stays open [299]', async ({
  page,
  network,
  person,
  memos,
}) => {
  await openForm(page, person)
  // What an IndexedDB without room does, at the moment of the write.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  network.fail(posts, { kind: 'cut' })
  await sendTravel(page, 'no room')
  await expect(page.getByText(zh('outbox:notStored.full'))).toBeVisible()
  await expect(saved(page)).toHaveCount(0)
  await expect(memoOf(page)).toHaveValue('no room')
  expect(await memos()).toEqual([])
})

/** What the app asks the browser to wake its worker for. */
const syncTag = 'outbox?apiPath=%2Fapi&locale=zh-CN'

/** Closes every tab of the app; what is left is an empty page, from which the browser itself is told what to do. */
async function closeApp(context: BrowserContext): Promise<CDPSession> {
  const empty = await context.newPage()
  for (const page of context.pages()) if (page !== empty) await page.close()
  return context.newCDPSession(empty)
}

/** The browser finds a network and wakes the worker, as it does by itself some minutes later. */
async function wakeWorker(devtools: CDPSession, origin: string): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [ours] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const event = { origin, registrationId, tag: syncTag, lastChance: false }
  await devtools.send('ServiceWorker.dispatchSyncEvent', event)
}

test('with every tab closed the worker sends what waits, exactly once [295]', async ({
  page,
  context,
  network,
  person,
  memos,
}) => {
  await signInByForm(page, person, { keeps: true })
  await expect(page).toHaveURL(/\/user\/center$/)
  await page.goto('/user/travel')
  await context.setOffline(true)
  await sendTravel(page, 'from the taxi')
  await expect(saved(page)).toBeVisible()
  const { origin } = new URL(page.url())
  const devtools = await closeApp(context)
  expect(await memos()).toEqual([])
  await context.setOffline(false)
  await wakeWorker(devtools, origin)
  await expect.poll(memos).toEqual(['from the taxi'])
  await wakeWorker(await closeApp(context), origin)
  const next = await context.newPage()
  await expectSent(next, 'from the taxi', memos)
  expect(listPosts(network)).toHaveLength(1)
})

test('what is typed over a form on its way stays while that arrives, and goes out as a change of it', async ({
  page,
  network,
  person,
  memos,
}) => {
  await page.clock.install()
  await keepTravel(page, { person, network }, 'first')
  await edit(page).click()
  await expect(page.getByRole('button', { name: zh('forms:footer.back') })).toBeVisible()
  await memoOf(page).fill('second')
  network.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  // A hall of phones finds the network at the same moment: each waits up to five seconds.
  await untilTimeHasPassed(page, async () => expect(await memos()).toEqual(['first']))
  await expect(submitChange(page)).toBeVisible()
  await expect(memoOf(page)).toHaveValue('second')
  await submitChange(page).click()
  await expect(sent(page)).toBeVisible()
  expect(await memos()).toEqual(['second'])
})

test(
  'what is typed in a form that was opened without network stays when there is one, whatever becomes of the rows',
  full('form-state.test.ts proves what becomes of what was typed'),
  async ({ page, context, network, person, rows }) => {
    await openAs(page, person)
    network.fail(/query\/travel_infos/, { kind: 'cut' })
    await page.goto('/user/travel')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.setOffline(true)
    await memoOf(page).fill('typed without network')
    network.fail(/query\/travel_infos/, { kind: 'refused', status: 503, key: 'server.busy' })
    const refused = page.waitForResponse(
      (answer) => answer.url().includes('query/travel_infos') && answer.status() === 503,
    )
    await context.setOffline(false)
    await refused
    await expect(memoOf(page)).toHaveValue('typed without network')
    network.mend()
    await sendTravel(page, 'typed without network')
    await expect(sent(page)).toBeVisible()
    expect(await rows()).toHaveLength(1)
  },
)
