import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { organiserPassword } from '../support/forum-process.ts'
import { expect, goOffline, test as base, visit } from './phone.ts'

interface Account {
  login: string
  password: string
}

/** A participant of the worker's own, made by the operator's command. */
const test = base.extend<object, { person: Account }>({
  person: [
    async ({ forum }, use) => {
      const person = { login: `anna-${randomUUID().slice(0, 8)}`, password: 'osmotic-meadow-7' }
      await forum.forum(
        ['user', 'add', '--role', 'participant', '--login', person.login],
        `${person.password}\n`,
      )
      await use(person)
    },
    { scope: 'worker' },
  ],
})

const keepBox = (page: Page) => page.getByRole('checkbox', { name: '在此设备上保持登录' })
const center = (page: Page) => page.getByRole('heading', { level: 1, name: '用户中心' })
const signInTitle = (page: Page) => page.getByRole('heading', { level: 1, name: '登录' })

/** Signs in by the form and answers the token. */
async function signIn(page: Page, { login, password }: Account, keep: boolean): Promise<string> {
  await page.goto('/user/login')
  await page.getByLabel('账号').fill(login)
  await page.getByLabel('密码').fill(password)
  await expect(keepBox(page)).not.toBeChecked()
  if (keep) await keepBox(page).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(center(page)).toBeVisible()
  return (await tokenIn(page)) ?? ''
}

const tokenIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('token'))

/** Closes every tab, as a phone does with an app. */
async function closeApp(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close()
}

/** A fresh tab after all others were closed: what lived in them is gone. */
async function reopen(context: BrowserContext, path: string): Promise<Page> {
  await closeApp(context)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Everything that the device keeps beyond its tabs. */
const kept = async (context: BrowserContext) =>
  JSON.stringify(await context.storageState({ indexedDB: true }))

test('who asked to be kept is signed in after all tabs were closed, with and without network [T1]', async ({
  page,
  context,
  person,
}) => {
  const addresses: string[] = []
  context.on('request', (request) => addresses.push(request.url()))
  await visit(page, '/')
  const token = await signIn(page, person, true)
  const next = await reopen(context, '/user/center')
  await expect(center(next)).toBeVisible()
  await expect(next.getByText('参会代表', { exact: true })).toBeVisible()
  expect(await tokenIn(next)).toBe(token)
  await closeApp(context)
  const offline = await context.newPage()
  await goOffline(offline)
  await offline.goto('/user/center')
  await expect(center(offline)).toBeVisible()
  await expect(offline.getByText('参会代表', { exact: true })).toBeVisible()
  expect(addresses.filter((address) => address.includes(token))).toEqual([])
})

test('who did not ask is signed out when the tabs are closed, and nothing of the sign-in stays [T1]', async ({
  page,
  context,
  person,
}) => {
  const token = await signIn(page, person, false)
  expect(await kept(context)).not.toContain(token)
  const next = await reopen(context, '/user/center')
  await expect(signInTitle(next)).toBeVisible()
  expect(await tokenIn(next)).toBeNull()
})

test('signing out forgets what was kept', async ({ page, context, person }) => {
  const token = await signIn(page, person, true)
  expect(await kept(context)).toContain(token)
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => kept(context)).not.toContain(token)
  const next = await reopen(context, '/user/center')
  await expect(signInTitle(next)).toBeVisible()
})

test('the next person’s sign-in takes the place of the one that was kept', async ({
  page,
  context,
  person,
}) => {
  const token = await signIn(page, person, true)
  await signIn(page, { login: 'organiser', password: organiserPassword }, false)
  await expect.poll(() => kept(context)).not.toContain(token)
})

test('a kept sign-in that has ended by its time is not brought back', async ({ page, context, person }) => {
  await visit(page, '/')
  await signIn(page, person, true)
  await closeApp(context)
  const next = await context.newPage()
  const days = 61
  await next.clock.setFixedTime(Date.now() + days * 86_400_000)
  await goOffline(next)
  await next.goto('/user/center')
  await expect(signInTitle(next)).toBeVisible()
  expect(await tokenIn(next)).toBeNull()
})

test('a kept sign-in that the server has ended is forgotten at the next start', async ({
  page,
  context,
  person,
  forum,
}) => {
  const token = await signIn(page, person, true)
  await fetch(`${forum.url}/api/front/user/logout`, { method: 'POST', headers: { authorization: token } })
  const next = await reopen(context, '/news')
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => kept(context)).not.toContain(token)
  await expect.poll(() => tokenIn(next)).toBeNull()
  await expect(next).toHaveURL(/\/news$/)
})

test('an IndexedDB that never answers holds up no start; pages of one’s own ask to sign in', async ({
  page,
  context,
  person,
}) => {
  await visit(page, '/agenda')
  await signIn(page, person, true)
  await closeApp(context)
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as unknown as IDBOpenDBRequest
  })
  const next = await context.newPage()
  await next.goto('/agenda')
  await expect(next.locator('main a[href^="/agenda/"]').first()).toBeVisible({ timeout: 3000 })
  await next.goto('/user/center')
  await expect(signInTitle(next)).toBeVisible({ timeout: 5000 })
})

test('a tab opened by hand is signed in like the tab beside it', async ({ page, context, person }) => {
  const token = await signIn(page, person, false)
  const second = await context.newPage()
  await second.goto('/user/center')
  await expect(center(second)).toBeVisible()
  expect(await tokenIn(second)).toBe(token)
  expect(await kept(context)).not.toContain(token)
})

const refusal = (key: string) => ({
  status: 401,
  json: { code: 401, msg: 'refused', data: null, error: { key }, requestId: 'r' },
})

test('a 401 of another call asks about the token first, and signs nobody out whose token is good [T4]', async ({
  page,
  context,
  person,
}) => {
  const token = await signIn(page, person, true)
  await context.route('**/front/query/informations/all**', (route) =>
    route.fulfill(refusal('sign_in.required')),
  )
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/front/user/current'))
  await page.getByRole('link', { name: '新闻' }).first().click()
  expect((await asked).status()).toBe(200)
  expect(await tokenIn(page)).toBe(token)
  // Only the answer about the token itself ends the sign-in.
  await context.route('**/front/user/current', (route) => route.fulfill(refusal('sign_in.required')))
  await page.reload()
  await expect.poll(() => tokenIn(page)).toBeNull()
  await expect.poll(() => kept(context)).not.toContain(token)
})

test('an organiser is never kept, and is told so', async ({ page, context }) => {
  const token = await signIn(page, { login: 'organiser', password: organiserPassword }, true)
  await expect(page.getByText('已登录，但未能在此设备上保持')).toBeVisible()
  expect(await kept(context)).not.toContain(token)
})
