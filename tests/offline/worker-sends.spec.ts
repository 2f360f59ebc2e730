import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { expect, openOutbox, password, posts, saved, sendTravel, sent, test } from './outbox-phone.ts'
import { visit } from './phone.ts'

/** Signs in by the form, and keeps the sign-in on the phone when told to. */
async function signIn(page: Page, login: string, keeps: boolean): Promise<void> {
  await visit(page, '/')
  await page.goto('/user/login')
  await page.getByLabel('账号').fill(login)
  await page.getByLabel('密码').fill(password)
  if (keeps) await page.getByRole('checkbox', { name: '在此设备上保持登录' }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '用户中心' })).toBeVisible()
}

/** Signs in, and sends travel information where no network is. */
async function sendInTunnel(
  page: Page,
  { login }: { login: string },
  { memo, keeps }: { memo: string; keeps: boolean },
): Promise<void> {
  await signIn(page, login, keeps)
  await page.goto('/user/travel')
  await page.context().setOffline(true)
  await sendTravel(page, memo)
  await expect(saved(page)).toBeVisible()
}

/** What the app has asked the browser to wake its worker for. */
const askedFor = (page: Page) =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      sync: { getTags: () => Promise<string[]> }
    }
    return registration.sync.getTags()
  })

/** Closes every tab of the app; what is left is an empty page, from which the browser itself is told what to do. */
async function closeApp(context: BrowserContext): Promise<CDPSession> {
  const empty = await context.newPage()
  for (const page of context.pages()) if (page !== empty) await page.close()
  return context.newCDPSession(empty)
}

/** The browser finds a network and wakes the worker, as it does by itself some minutes later. */
async function wakeWorker(devtools: CDPSession, origin: string, tag: string): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [ours] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false })
}

// What tests before this one sent is not its own.
test.beforeEach(({ network }) => network.mend())

const postsHeard = (heard: readonly string[]) => heard.filter((call) => posts.test(call)).length

test('with every tab closed the worker sends what waits, exactly once [295]', async ({
  page,
  context,
  network,
  person,
  rows,
}) => {
  await sendInTunnel(page, person, { memo: 'from the taxi', keeps: true })
  const [tag = ''] = await askedFor(page)
  const { origin } = new URL(page.url())
  const devtools = await closeApp(context)
  expect(await rows()).toEqual([])
  await context.setOffline(false)
  await wakeWorker(devtools, origin, tag)
  await expect.poll(async () => (await rows()).map(({ memo }) => memo)).toEqual(['from the taxi'])
  await wakeWorker(await closeApp(context), origin, tag)
  const next = await context.newPage()
  await openOutbox(next)
  await expect(sent(next)).toBeVisible()
  expect(postsHeard(network.heard())).toBe(1)
  expect(await rows()).toHaveLength(1)
})

test('a sign-in that is not kept on the phone sends nothing without its tab [295]', async ({
  page,
  context,
  network,
  person,
  rows,
}) => {
  await sendInTunnel(page, person, { memo: 'not kept', keeps: false })
  const { origin } = new URL(page.url())
  const devtools = await closeApp(context)
  await context.setOffline(false)
  // The worker answers the event only when it is done with it.
  await wakeWorker(devtools, origin, 'outbox?apiPath=%2Fapi&locale=zh-CN')
  const next = await context.newPage()
  await next.goto('/')
  await expect(next.getByText('登录后发送 1 项已保存的内容')).toBeVisible()
  expect(postsHeard(network.heard())).toBe(0)
  expect(await rows()).toEqual([])
})
