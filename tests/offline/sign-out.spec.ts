import type { BrowserContext, Page } from '@playwright/test'
import { ownerOfUser, snapshotKey } from '../../src/app/persistence/keys.ts'
import { organiserPassword } from '../support/forum-process.ts'
import { expect, goOffline, menuLink, test, visitAgenda } from './phone.ts'

const secret = 'only for this person'

async function signIn(page: Page): Promise<{ id: string; token: string }> {
  await page.goto('/user/login')
  await page.getByLabel('账号').fill('organiser')
  await page.getByLabel('密码').fill(organiserPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('组委会', { exact: true })).toBeVisible()
  return page.evaluate(() => ({
    id: (JSON.parse(sessionStorage.getItem('user') ?? '{}') as { id: string }).id,
    token: sessionStorage.getItem('token') ?? '',
  }))
}

/** As a screen of the person's own would have left it; there is none before registrations can be made. */
async function keepPrivately(page: Page, userId: string): Promise<void> {
  const line = {
    hash: '["mine"]',
    key: ['mine'],
    meta: { persist: 'private' },
    updatedAt: Date.now(),
    data: secret,
  }
  const text = [{ buster: '1', timestamp: 0 }, line].map((part) => JSON.stringify(part)).join('\n')
  const entry = [snapshotKey(ownerOfUser(userId)), text] as const
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), entry)
  await page.reload()
}

/** Everything that this device keeps of the site, as one text. */
async function dump(context: BrowserContext, page: Page): Promise<string> {
  const state = await context.storageState({ indexedDB: true })
  return JSON.stringify([state, await page.evaluate(dumpSessionAndCaches)])
}

/** Runs in the page: what Playwright's state of storage leaves out. */
async function dumpSessionAndCaches(): Promise<unknown[]> {
  const kept: unknown[] = [Object.entries(sessionStorage)]
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      kept.push([name, request.url, await (await cache.match(request))?.text()])
  }
  return kept
}

test('after signing out nothing of the person is left on the device, and the agenda opens without network', async ({
  page,
  context,
}) => {
  const { path, title } = await visitAgenda(page)
  const { id, token } = await signIn(page)
  await keepPrivately(page, id)
  expect((await dump(context, page)).includes(secret)).toBe(true)
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/$/)
  // A save that was waiting when the person left comes within three seconds.
  await page.waitForTimeout(3500)
  const kept = await dump(context, page)
  expect([secret, token, id, ownerOfUser(id)].filter((trace) => kept.includes(trace))).toEqual([])
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
})

test('signing out without network forgets the person as well', async ({ page, context }) => {
  const { id, token } = await signIn(page)
  await menuLink(page, '首页').click()
  await page.getByRole('link', { name: '用户中心' }).click()
  await goOffline(page)
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/$/)
  const kept = await dump(context, page)
  expect([token, id].filter((trace) => kept.includes(trace))).toEqual([])
})

test('a second tab of the same person is signed out too', async ({ page, context }) => {
  await signIn(page)
  const second = await context.newPage()
  await signIn(second)
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(second).toHaveURL(/\/$/)
  expect(await second.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
})
