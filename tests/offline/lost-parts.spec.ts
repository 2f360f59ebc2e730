import type { Page } from '@playwright/test'
import { chunkLimitMs } from '../../contract/forum.ts'
import { organiserPassword } from '../support/forum-process.ts'
import { everything } from '../support/fault-server.ts'
import { expect, menuLink, test } from './phone.ts'

/** A visitor without a worker has only the parts of the pages that were opened. */
test.use({ serviceWorkers: 'block' })

const downloadScript = /\/assets\/download-[^/]*\.js/
const anyStyle = /\/assets\/[^/]*\.css/

const notHere = (page: Page) => page.getByRole('heading', { level: 1, name: '这一页还没有保存到本机' })
const failed = (page: Page) => page.getByRole('heading', { level: 1, name: '页面没有加载成功' })
const downloads = (page: Page) => page.getByRole('heading', { level: 1, name: '资料下载' })
const skeleton = (page: Page) => page.getByRole('status', { name: '正在加载' })
const retry = (page: Page) => page.getByRole('button', { name: '重试' })
const inEnglish = (page: Page) => page.getByRole('heading', { name: 'The page could not be loaded' })
const again = (page: Page) => page.getByRole('link', { name: /重试/ })
const home = (page: Page) => page.locator('main a[href^="/article/view/"]').first()

async function openAgenda(page: Page): Promise<void> {
  await page.goto('/agenda')
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
}

/** The script and the style that index.html itself names. */
async function partsOfShell({ url }: { url: string }): Promise<{ script: RegExp; style: RegExp }> {
  const html = await (await fetch(`${url}/index.html`)).text()
  const find = (pattern: RegExp) => new RegExp(`^${pattern.exec(html)?.[1] ?? 'none'}$`)
  return {
    script: find(/<script type="module"[^>]* src="([^"]+)"/),
    style: find(/<link rel="stylesheet"[^>]* href="([^"]+)"/),
  }
}

/** Counts the loads of the page from here on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

for (const [what, part] of [
  ['script', downloadScript],
  ['style', anyStyle],
] as const) {
  test(`a ${what} that never comes is given up after 120 seconds, with a way to try again [58, T48]`, async ({
    page,
    network,
  }) => {
    await page.clock.install()
    await openAgenda(page)
    network.fail(part, { kind: 'stall' })
    await menuLink(page, '下载').click()
    await expect(skeleton(page)).toBeVisible()
    await page.clock.fastForward(chunkLimitMs - 10_000)
    await expect(skeleton(page)).toBeVisible()
    await page.clock.fastForward(10_000)
    await expect(failed(page)).toBeVisible()
    network.fail(part, { kind: 'none' })
    await retry(page).click()
    await expect(downloads(page)).toBeVisible()
  })
}

test('a page whose style is lost is told as a failure and not shown bare, and comes with its looks when asked again [57]', async ({
  page,
  network,
}) => {
  await openAgenda(page)
  network.fail(anyStyle, { kind: 'cut' })
  // No reload can help while the server is away.
  network.fail(/^\/index\.html/, { kind: 'cut' })
  await menuLink(page, '下载').click()
  await expect(notHere(page)).toBeVisible()
  network.mend()
  await retry(page).click()
  await expect(downloads(page)).toBeVisible()
  await expect(page.locator('main li').first()).toHaveCSS('display', 'flex')
})

test('styles that were lost without network come when it is back: the page has its looks, and nothing was reloaded', async ({
  page,
}) => {
  await openAgenda(page)
  const loads = countLoads(page)
  await page.context().setOffline(true)
  await menuLink(page, '下载').click()
  await expect(notHere(page)).toBeVisible()
  await page.context().setOffline(false)
  await menuLink(page, '新闻').click()
  await expect(page.getByRole('heading', { level: 1, name: '新闻' })).toBeVisible()
  await menuLink(page, '下载').click()
  await expect(downloads(page)).toBeVisible()
  await expect(page.locator('main li').first()).toHaveCSS('display', 'flex')
  expect(loads()).toBe(0)
})

test('a signal without a server costs no readable page: nothing is reloaded, and home is one touch away', async ({
  page,
  network,
}) => {
  await page.goto('/')
  await menuLink(page, '议程').click()
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  network.fail(everything, { kind: 'cut' })
  await menuLink(page, '下载').click()
  await expect(notHere(page)).toBeVisible()
  await page.getByRole('link', { name: '回到首页' }).click()
  await expect(home(page)).toBeVisible()
})

test('nothing is reloaded over something typed; the page that is lost has a way on', async ({
  page,
  network,
}) => {
  await page.goto('/user/login')
  await page.getByLabel('账号').fill('organiser')
  const loads = countLoads(page)
  const homeScript = /\/assets\/(_main|_)-[^/]*\.js|\/assets\/(Home|home)[^/]*\.js/
  network.fail(homeScript, { kind: 'cut' })
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(notHere(page)).toBeVisible()
  expect(loads()).toBe(0)
  network.mend()
  await retry(page).click()
  await expect(home(page)).toBeVisible()
})

test('a notice whose looks are lost is told in words, and costs no page', async ({ page, network }) => {
  await page.goto('/user/login')
  await page.getByLabel('账号').fill('organiser')
  await page.getByLabel('密码').fill(`not ${organiserPassword}`)
  network.fail(/\/assets\/NoticeStack-/, { kind: 'cut' })
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('登录失败')).toBeVisible()
  await expect(page.getByLabel('账号')).toHaveValue('organiser')
})

test.describe('the shell itself', () => {
  test('a script that is lost is told at once in both languages, within the content policy [T48]', async ({
    page,
    network,
    conduct,
    forum,
  }) => {
    network.fail((await partsOfShell(forum)).script, { kind: 'cut' })
    await page.goto('/')
    await expect(failed(page)).toBeVisible()
    await expect(inEnglish(page)).toBeVisible()
    await expect(again(page)).toHaveCSS('border-radius', '999px')
    expect(conduct.errors.filter((error) => /policy/i.test(error))).toEqual([])
    network.mend()
    await again(page).click()
    await expect(home(page)).toBeVisible()
    await expect(inEnglish(page)).toHaveCount(0)
  })

  test('a style that is lost is told, and the app is not drawn bare over that', async ({
    page,
    network,
    forum,
  }) => {
    network.fail((await partsOfShell(forum)).style, { kind: 'cut' })
    await page.goto('/')
    await expect(failed(page)).toBeVisible()
    // Time for the app to have been drawn.
    await page.waitForTimeout(1000)
    await expect(failed(page)).toBeVisible()
    network.mend()
    await again(page).click()
    await expect(home(page)).toBeVisible()
  })

  for (const what of ['script', 'style', 'language'] as const) {
    test(`a ${what} that never comes is told after 120 seconds`, async ({ page, network, forum }) => {
      const part = what === 'language' ? /\/assets\/zh-CN-[^/]*\.js/ : (await partsOfShell(forum))[what]
      await page.clock.install()
      network.fail(part, { kind: 'stall' })
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.locator('#start-failure')).toBeAttached()
      await expect.poll(() => network.heard().some((one) => part.test(one.replace('GET ', '')))).toBe(true)
      await page.clock.fastForward(chunkLimitMs - 10_000)
      await expect(failed(page)).toBeHidden()
      await page.clock.fastForward(10_000)
      await expect(failed(page)).toBeVisible()
      network.fail(part, { kind: 'none' })
      await again(page).click({ noWaitAfter: true })
      await expect(home(page)).toBeVisible()
    })
  }
})
