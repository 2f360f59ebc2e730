import type { Page } from '@playwright/test'
import { expect, goOffline, menuLink, test, untilSaved, visit, visitAgenda } from './phone.ts'

/** A word that stands in one abstract of the sample and nowhere else in the programme. */
const wordOfAnAbstract = '侧门'

const asOf = (page: Page) => page.getByText(/离线，数据截至 .*\d\d:\d\d/)

/** An IndexedDB that takes every request and never answers one, as some browsers' does after an update. */
function silenceIndexedDb(): void {
  IDBFactory.prototype.open = () => new EventTarget() as unknown as IDBOpenDBRequest
}

test('an IndexedDB that never answers holds up neither the start nor the search in abstracts', async ({
  page,
  context,
}) => {
  await context.addInitScript(silenceIndexedDb)
  const { path, title } = await visitAgenda(page)
  await page.getByRole('button', { name: '搜索议程' }).click()
  await page.getByRole('searchbox').fill(wordOfAnAbstract)
  await expect(page.getByText('找到 1 场')).toBeVisible()
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title, { timeout: 2000 })
  await expect(page.getByText('简介尚未保存到本设备，联网后即可显示。')).toBeVisible()
})

test('without network the search finds words of abstracts that were fetched before', async ({ page }) => {
  await visitAgenda(page)
  await page.getByRole('button', { name: '搜索议程' }).click()
  await page.getByRole('searchbox').fill(wordOfAnAbstract)
  await expect(page.getByText('找到 1 场')).toBeVisible()
  await goOffline(page)
  await page.goto('/agenda')
  await page.getByRole('button', { name: '搜索议程' }).click()
  await page.getByRole('searchbox').fill(wordOfAnAbstract)
  await expect(page.getByText('找到 1 场')).toBeVisible()
})

test('a captive portal that answers every call with a page costs no data and counts as no network', async ({
  page,
  context,
}) => {
  const { path, title } = await visitAgenda(page)
  await context.route('**/api/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Sign in to the hotel</html>' }),
  )
  await page.clock.setFixedTime(Date.now() + 120_000)
  await page.goto(path)
  await expect(asOf(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
})

test('a snapshot of a newer version of the app is left alone, and the app starts without it', async ({
  page,
}) => {
  await visitAgenda(page)
  const line = { hash: '["sessions"]', key: ['sessions'], updatedAt: Date.now(), data: 'of another shape' }
  const newer = [{ buster: '9', timestamp: 0 }, line].map((part) => JSON.stringify(part)).join('\n')
  await page.evaluate((text) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('rq:')) localStorage.removeItem(key)
    localStorage.setItem('rq:9:pub', text)
    localStorage.setItem('rq:1:pub', text)
  }, newer)
  await page.goto('/agenda')
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  await untilSaved(page, 'sessions')
  expect(await page.evaluate(() => localStorage.getItem('rq:9:pub'))).toBe(newer)
})

test('two tabs: what one learned last is there at the next start, whichever saved last', async ({
  page,
  context,
  forum,
}) => {
  const { path, title } = await visitAgenda(page)
  const second = await context.newPage()
  await second.route('**/front/query/sessions/all**', async (route) => {
    const answer = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/^http:..[^/]*/, forum.url),
    })
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(title, `${title}（改期）`),
    })
  })
  await second.clock.setFixedTime(Date.now() + 120_000)
  await second.goto(path)
  await expect(second.getByRole('heading', { level: 1 })).toContainText('（改期）')
  await expect
    .poll(() => second.evaluate(() => Object.values(localStorage).join('').includes('（改期）')))
    .toBe(true)
  // The first tab learns something of its own and is the last to save.
  await menuLink(page, '新闻').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await second.close()
  await page.close()
  const next = await context.newPage()
  await goOffline(next)
  await next.goto(path)
  await expect(next.getByRole('heading', { level: 1 })).toContainText(`${title}（改期）`)
})

test.describe('before the worker has the app', () => {
  test.use({ serviceWorkers: 'block' })

  const lostPart = /\/assets\/download-[^/]*\.js/

  test('a part that cannot be loaded is told in words, after one reload, and comes when asked again', async ({
    page,
  }) => {
    await page.goto('/agenda')
    await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.route(lostPart, (route) => route.abort())
    await menuLink(page, '下载').click()
    await expect(page.getByText('这一页还没有保存到本机')).toBeVisible()
    expect(loads).toBe(1)
    await page.unroute(lostPart)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '资料下载' })).toBeVisible()
  })

  test('without network nothing is reloaded: the page says that this part is not here yet', async ({
    page,
  }) => {
    await page.goto('/agenda')
    await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
    await page.context().setOffline(true)
    await menuLink(page, '下载').click()
    await expect(page.getByText('这一页还没有保存到本机')).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '资料下载' })).toBeVisible()
  })
})

test('what a page brought along has an age too, though nothing was asked', async ({ page }) => {
  await visit(page, '/news')
  await untilSaved(page, 'informations')
  await goOffline(page)
  await page.reload()
  await expect(asOf(page)).toBeVisible()
})
