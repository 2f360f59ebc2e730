import type { Page } from '@playwright/test'
import { drawnRows, openConsole } from '../support/console.ts'
import { startDeploys, type Deploys } from '../support/deploys.ts'
import { emptyBrowserCache } from './browser-cache.ts'
import { expect, menuLink, test as base, visit } from './phone.ts'

const test = base.extend<{ deploys: Deploys }>({
  deploys: async ({ forum, network }, use) => {
    const deploys = await startDeploys(forum, network)
    await deploys.deploy(0)
    await use(deploys)
    await deploys.stop()
  },
})

const versionOf = (page: Page) => page.locator('html').getAttribute('data-version')

/** Opens pages for the first time in this tab, by the menu. */
async function openByMenu(page: Page, link: string, heading: string): Promise<void> {
  await menuLink(page, link).click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

async function openAgenda(page: Page): Promise<void> {
  await page.goto('/agenda')
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
}

test.describe('a tab left open without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('opens pages of its own version over one, two and three deploys of two weeks [301]', async ({
    page,
    deploys,
    conduct,
  }) => {
    await openAgenda(page)
    await deploys.deploy(4)
    await openByMenu(page, '下载', '资料下载')
    await deploys.deploy(8)
    await openByMenu(page, '新闻', '新闻')
    await deploys.deploy(12)
    await openByMenu(page, '首页', '国际能源转型论坛')
    expect(await versionOf(page)).toBe('1')
    expect(conduct.errors).toEqual([])
  })

  test('finds the last three builds however old they are; after that the new version comes by one reload [301]', async ({
    page,
    deploys,
  }) => {
    await openAgenda(page)
    await deploys.deploy(30)
    await deploys.deploy(60)
    await openByMenu(page, '下载', '资料下载')
    expect(await versionOf(page)).toBe('1')
    await deploys.deploy(90)
    await openByMenu(page, '新闻', '新闻')
    expect(await versionOf(page)).toBe('4')
    await expect(page).toHaveURL(/\/news$/)
  })
})

test('a tab whose version another tab replaced finds its way without network: the new version is on the phone [301]', async ({
  page,
  context,
  deploys,
}) => {
  await visit(page, '/agenda')
  const second = await context.newPage()
  await visit(second, '/agenda')
  await deploys.deploy(1)
  // The server of this test shares a process with the test and may be too busy for a moment.
  await expect(() =>
    page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update())),
  ).toPass()
  await page
    .getByRole('complementary', { name: '有新版本' })
    .getByRole('button', { name: '立即更新' })
    .click()
  await expect(page.locator('html')).toHaveAttribute('data-version', '2')
  await expect(second.getByRole('complementary', { name: '有新版本' })).toBeVisible()
  await emptyBrowserCache(page)
  await context.setOffline(true)
  await menuLink(second, '下载').click()
  await expect(second.locator('html')).toHaveAttribute('data-version', '2')
  await expect(second).toHaveURL(/\/download$/)
  await expect(second.getByText('当前没有网络')).toBeVisible()
})

test('a console under the former worker keeps its own parts, not those of the version that waits', async ({
  page,
  deploys,
}) => {
  await visit(page, '/agenda')
  await openConsole(page, '/speakers')
  await expect(drawnRows(page).first()).toBeVisible()
  await deploys.deploy(1)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none; windows do
    active?.postMessage({ type: 'KEEP_CONSOLE' })
  })
  const kept = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('chunks')).keys()
      return requests.map(({ url }) => new URL(url).pathname).join(' ')
    })
  await expect.poll(kept, { timeout: 30_000 }).toMatch(/RichTextControl/)
  expect(await kept()).not.toContain('v2.')
})
