import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Fault } from '../support/fault-server.ts'
import { full } from '../support/marks.ts'
import { callForum, openAs } from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { kill, untilTimeHasPassed } from './support/pages.ts'
import { signInAgain, signInByForm } from './support/people.ts'
import { dump } from './support/stored.ts'
import {
  edit,
  expect,
  keepNothing,
  keepTravel,
  listPosts,
  memoOf,
  openForm,
  openOutbox,
  posts,
  rejected,
  saved,
  sendTravel,
  sent,
  submit,
  submitChange,
  test,
} from './support/travel.ts'
import { bannerOf, deployNext, html, lookForUpdate, takeUpdate } from './support/updates.ts'

const notStored = (page: Page) => page.getByText(zh('outbox:notStored.title'))
const signInToSend = (page: Page) => page.getByText(zh('outbox:signInToSend', { count: 1 }))

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
  await openOutbox(page)
  await expect(sent(page)).toBeVisible()
  expect(await memos()).toEqual(['lost answer'])
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
  await openOutbox(next)
  await expect(sent(next)).toBeVisible()
  expect(await memos()).toEqual(['killed'])
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

test('a row that was changed elsewhere shows both versions side by side, and the person chooses', async ({
  page,
  network,
  forum,
  person,
  rows,
  memos,
}) => {
  await openForm(page, person)
  await sendTravel(page, 'first')
  await expect(sent(page)).toBeVisible()
  network.fail(posts, { kind: 'cut' })
  await edit(page).click()
  await memoOf(page).fill('from the phone')
  await submitChange(page).click()
  await expect(saved(page)).toBeVisible()
  const [row] = await rows()
  const body = { id: row?.id, version: row?.version, memo: 'from elsewhere' }
  await callForum(forum, '/front/edit/travel_infos', { token: person.token, body })
  network.mend()
  await openOutbox(page)
  const line = page.getByRole('row').filter({ hasText: 'from the phone' })
  await expect(line).toContainText('from elsewhere')
  expect(await memos()).toEqual(['from elsewhere'])
  await page.getByRole('button', { name: zh('outbox:conflict.keepMine') }).click()
  await expect.poll(memos).toEqual(['from the phone'])
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

test(
  'a new version found while something waits: nothing is lost by taking it, and it goes out once [295]',
  full('once in thirty runs the waiting worker did not take over within 20 seconds; cause unknown'),
  async ({ page, network, person, memos }) => {
    await keepTravel(page, { person, network }, 'over an update')
    deployNext(network)
    await lookForUpdate(page)
    await expect(bannerOf(page)).toBeVisible()
    await takeUpdate(page)
    await openOutbox(page)
    await expect(page.getByText(zh('outbox:waiting'))).toBeVisible()
    expect(await memos()).toEqual([])
    // The network is back, under the new version.
    network.fail(posts, { kind: 'none' })
    await openOutbox(page)
    await expect(sent(page)).toBeVisible()
    await expect(html(page)).toHaveAttribute('data-build', 'next')
    expect(await memos()).toEqual(['over an update'])
  },
)

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

/** Signs in by the form, and sends travel information where no network is. */
async function sendInTunnel(
  page: Page,
  person: { login: string },
  { memo, keeps }: { memo: string; keeps: boolean },
): Promise<void> {
  await signInByForm(page, person, { keeps })
  await expect(page).toHaveURL(/\/user\/center$/)
  await page.goto('/user/travel')
  await page.context().setOffline(true)
  await sendTravel(page, memo)
  await expect(saved(page)).toBeVisible()
}

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
  await sendInTunnel(page, person, { memo: 'from the taxi', keeps: true })
  const { origin } = new URL(page.url())
  const devtools = await closeApp(context)
  expect(await memos()).toEqual([])
  await context.setOffline(false)
  await wakeWorker(devtools, origin)
  await expect.poll(memos).toEqual(['from the taxi'])
  await wakeWorker(await closeApp(context), origin)
  const next = await context.newPage()
  await openOutbox(next)
  await expect(sent(next)).toBeVisible()
  expect(listPosts(network)).toHaveLength(1)
  expect(await memos()).toEqual(['from the taxi'])
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

const faults: readonly [string, Fault][] = [
  ['a network that breaks before the forum has heard', { kind: 'cut' }],
  ['a captive portal that answers 200 with a page', { kind: 'portal' }],
  ['a forum that is busy', { kind: 'refused', status: 503, key: 'server.busy' }],
  [
    'a forum that has heard too much',
    { kind: 'refused', status: 429, key: 'rate.limited', retryAfterSeconds: 1 },
  ],
  [
    'a first try that is still at work',
    { kind: 'refused', status: 409, key: 'idempotency.in_progress', retryAfterSeconds: 1 },
  ],
]

test.describe('what is sent', full('chaos.test.ts and queue.test.ts prove it with the model server'), () => {
  for (const [name, fault] of faults)
    test(`to ${name} costs nothing and is not doubled`, async ({ page, network, person, memos }) => {
      await page.clock.install()
      await keepTravel(page, { person, network }, name, fault)
      await expect.poll(() => listPosts(network).length).toBeGreaterThan(0)
      expect(await memos()).toEqual([])
      network.mend()
      await page.clock.fastForward(2000)
      await openOutbox(page)
      await expect(sent(page)).toBeVisible()
      expect(await memos()).toEqual([name])
    })

  test('and refused for good comes back to its form with the text kept, and is not tried again by itself', async ({
    page,
    network,
    person,
    memos,
  }) => {
    await openForm(page, person)
    network.fail(posts, { kind: 'refused', status: 403, key: 'permission.not_approved' })
    await sendTravel(page, 'window seat')
    await expect(rejected(page).first()).toBeVisible()
    await expect(memoOf(page)).toHaveValue('window seat')
    await openOutbox(page)
    await expect(rejected(page)).toBeVisible()
    expect(listPosts(network)).toHaveLength(1)
    network.mend()
    await page.goto('/user/travel')
    await submit(page).click()
    await expect(sent(page)).toBeVisible()
    expect(await memos()).toEqual(['window seat'])
  })

  test('while the sign-in ends waits, asks for it, and goes out after it', async ({
    page,
    network,
    forum,
    person,
    memos,
  }) => {
    await keepTravel(page, { person, network }, 'kept through')
    await callForum(forum, '/front/user/logout', { token: person.token, body: {} })
    network.mend()
    await page.goto('/')
    await expect(signInToSend(page)).toBeVisible()
    Object.assign(person, await signInAgain(forum, person))
    await openAs(page, person)
    await openOutbox(page)
    await expect(sent(page)).toBeVisible()
    expect(await memos()).toEqual(['kept through'])
  })

  test('by an app that dies before the answer has come is sent once', async ({
    page,
    context,
    network,
    person,
    memos,
  }) => {
    await openForm(page, person)
    network.fail(posts, { kind: 'stall' })
    await sendTravel(page, 'crash')
    await expect.poll(() => listPosts(network)).toHaveLength(1)
    const next = await context.newPage()
    await kill(page)
    network.mend()
    await openAs(next, person)
    await openOutbox(next)
    await expect(sent(next)).toBeVisible()
    expect(await memos()).toEqual(['crash'])
  })

  test('under a sign-in that is not kept is not sent without its tab', async ({
    page,
    context,
    network,
    person,
    memos,
  }) => {
    await sendInTunnel(page, person, { memo: 'not kept', keeps: false })
    const { origin } = new URL(page.url())
    const devtools = await closeApp(context)
    await context.setOffline(false)
    // The worker answers the event only when it is done with it.
    await wakeWorker(devtools, origin)
    const next = await context.newPage()
    await next.goto('/')
    await expect(signInToSend(next)).toBeVisible()
    expect(listPosts(network)).toEqual([])
    expect(await memos()).toEqual([])
  })
})

test.describe('where an IndexedDB never answers', full('unkept.test.ts proves it'), () => {
  test.beforeEach(({ context }) => keepNothing(context))

  test('the form stays open and says so, and what is sent again is not done twice', async ({
    page,
    network,
    person,
    rows,
  }) => {
    await openForm(page, person)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (posts.test(request.url())) keys.push(request.headers()['idempotency-key'])
    })
    network.fail(posts, { kind: 'commit-then-reset' })
    await sendTravel(page, 'nowhere to keep')
    await expect(notStored(page)).toBeVisible()
    await expect(saved(page)).toHaveCount(0)
    await expect(memoOf(page)).toHaveValue('nowhere to keep')
    network.mend()
    await submit(page).click()
    await expect.poll(() => listPosts(network)).toHaveLength(1)
    await expect(notStored(page)).toHaveCount(0)
    // Of a form that may be there several times only the key tells the server that it is the same.
    expect(keys).toEqual([keys[0], keys[0]])
    expect(await rows()).toHaveLength(1)
    await openOutbox(page)
    await expect(page.getByRole('heading', { name: zh('outbox:failedTitle') })).toBeVisible()
    await expect(page.getByText(zh('outbox:emptyTitle'))).toHaveCount(0)
  })

  test('what the forum refused stays in its form, with the forum’s words', async ({
    page,
    network,
    person,
    memos,
  }) => {
    await openForm(page, person)
    network.fail(posts, { kind: 'refused', status: 403, key: 'permission.not_approved' })
    await sendTravel(page, 'nowhere to keep')
    await expect(rejected(page).first()).toBeVisible()
    await expect(memoOf(page)).toHaveValue('nowhere to keep')
    network.mend()
    await submit(page).click()
    await expect.poll(memos).toEqual(['nowhere to keep'])
  })
})

test.describe('what is typed', full('draft-slots.test.ts and drafts.test.ts prove it'), () => {
  test('is on the device without waiting for a pause: a page that dies then has lost nothing', async ({
    page,
    context,
    person,
  }) => {
    await openForm(page, person)
    // From here on no timer of the page goes off.
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await memoOf(page).fill('wheelchair')
    await expect.poll(async () => (await dump(context)).includes('draft:')).toBe(true)
    const next = await context.newPage()
    await page.close()
    await context.clock.resume()
    await openForm(next, person)
    await expect(memoOf(next)).toHaveValue('wheelchair')
  })

  test('in a form that was opened without network stays when there is one, whatever becomes of the rows', async ({
    page,
    context,
    network,
    person,
    rows,
  }) => {
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
  })
})
