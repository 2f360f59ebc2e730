import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { ForumProcess } from '../support/forum-process.ts'
import { putNews } from '../support/put-content.ts'
import { signInAsOrganiser } from '../support/sign-in.ts'
import { emptyBrowserCache } from './browser-cache.ts'
import { test } from './own-forum.ts'
import { expect, goOffline, menuLink, stopWorkers, visit } from './phone.ts'

const picture = fileURLToPath(new URL('../../public/icons/icon-512.png', import.meta.url))

/** Articles with pictures, since the sample's have none. */
async function putPictures(forum: ForumProcess): Promise<void> {
  const bytes = await readFile(picture)
  for (const id of ['news-1', 'news-2'])
    await putNews(forum, id, { name: `${id}.png`, mediaType: 'image/png', bytes })
}

/** Addresses that the worker or the page keeps, by cache. */
const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const kept: Record<string, string[]> = {}
    for (const name of await caches.keys())
      kept[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    return kept
  })

const covers = (page: Page) => page.locator('main a[href^="/article/view/"] img')

/** Pictures on screen that came. */
const shownCovers = (page: Page) =>
  covers(page).evaluateAll(
    (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length,
  )

test('answers of the API come from the network and are in no cache [300]', async ({ page, network }) => {
  await visit(page, '/agenda')
  for (const link of ['新闻', '下载', '首页']) await menuLink(page, link).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const before = network.heard().length
  await page.evaluate(() => Promise.all([1, 2].map(() => fetch('/api/front/query/rooms/all?size=0'))))
  const heard = network.heard().slice(before)
  expect(heard.filter((one) => one.includes('/front/query/rooms/all?size=0'))).toHaveLength(2)
  const calls = Object.values(await keptAddresses(page))
    .flat()
    .filter((path) => path.startsWith('/api/') && !path.includes('/front/download/file/'))
  expect(calls).toEqual([])
})

test('pages of the app are answered by the shell; the server’s own addresses and missing files are not', async ({
  page,
}) => {
  await visit(page, '/agenda')
  const missing = await page.evaluate(async () => {
    const answer = await fetch('/assets/nothing-1234abcd.js')
    return [answer.status, answer.headers.get('content-type')]
  })
  expect(missing[0]).toBe(404)
  expect(missing[1]).not.toContain('html')
  for (const path of ['/api/front/query/rooms/all', '/readyz', '/robots.txt']) {
    const answer = await page.goto(path)
    expect([path, answer?.fromServiceWorker(), answer?.headers()['content-type']]).toEqual([
      path,
      false,
      expect.not.stringContaining('html'),
    ])
  }
  expect((await page.goto('/assets/nothing-1234abcd.js'))?.status()).toBe(404)
  const answer = await page.goto('/nowhere')
  expect(answer?.fromServiceWorker()).toBe(true)
  await expect(page.getByText('没有找到这个页面')).toBeVisible()
})

test('worker and shell are asked for each time; hashed files never again', async ({
  request,
  baseURL,
  forum,
}) => {
  expect(baseURL).toBeDefined()
  const header = async (path: string) =>
    (await request.get(forum.url + path)).headers()['cache-control'] ?? ''
  for (const path of ['/sw.js', '/index.html', '/', '/agenda'])
    expect([path, await header(path)]).toEqual([path, 'no-cache'])
  const shell = await (await request.get(`${forum.url}/index.html`)).text()
  const script = /src="(\/assets\/[^"]+)"/.exec(shell)?.[1] ?? ''
  expect(await header(script)).toContain('immutable')
})

test('pictures that were seen are there without network, and only 150 of them are kept', async ({
  page,
  ownForum,
}) => {
  await putPictures(ownForum)
  await visit(page, '/news')
  // Loaded again under the worker, which was not there at the first visit.
  await page.reload()
  await expect.poll(() => shownCovers(page)).toBeGreaterThan(1)
  await emptyBrowserCache(page)
  await goOffline(page)
  await page.goto('/news')
  await expect.poll(() => shownCovers(page)).toBeGreaterThan(1)
  await page.context().setOffline(false)
  await page.evaluate(async () => {
    for (let number = 0; number < 170; number += 1) {
      const image = new Image()
      image.src = `/icon.svg?${number}`
      await image.decode()
    }
  })
  await expect.poll(async () => (await keptAddresses(page))['images']?.length, { timeout: 20_000 }).toBe(150)
})

test('a full phone gives up pictures before anything else', async ({ page, baseURL, ownForum }) => {
  await putPictures(ownForum)
  await visit(page, '/news')
  await page.reload()
  await expect.poll(() => shownCovers(page)).toBeGreaterThan(1)
  const origin = baseURL ?? ''
  const devtools = await page.context().newCDPSession(page)
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin })
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 100 })
  await page.evaluate(async () => {
    const image = new Image()
    image.src = '/icon.svg?one-too-many'
    await image.decode()
  })
  await expect.poll(async () => (await keptAddresses(page))['images'] ?? []).toEqual([])
  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await devtools.detach()
  await goOffline(page)
  await page.goto('/news')
  await expect(page.locator('main a[href^="/article/view/"]').first()).toBeVisible()
})

test('the console is not kept from the start, and is from its first use', async ({ page }) => {
  await visit(page, '/agenda')
  await signInAsOrganiser(page)
  await goOffline(page)
  await page.goto('/console')
  await expect(page.getByText('这一页还没有保存到本机')).toBeVisible()
  await page.context().setOffline(false)
  await page.goto('/console')
  await expect(page.getByRole('heading', { level: 1, name: '今日待办' })).toBeVisible()
  await emptyBrowserCache(page)
  await goOffline(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '今日待办' })).toBeVisible()
})

test('a worker that is killed while it answers costs no page', async ({
  page,
  network,
  conduct,
  ownForum,
}) => {
  await putPictures(ownForum)
  await visit(page, '/agenda')
  network.fail(/\/front\/download\/file\//, { kind: 'stall' })
  await menuLink(page, '新闻').click()
  await expect(covers(page).first()).toBeAttached()
  await stopWorkers(page)
  await menuLink(page, '下载').click()
  await expect(page.getByRole('heading', { level: 1, name: '资料下载' })).toBeVisible()
  network.mend()
  await menuLink(page, '新闻').click()
  await page.reload()
  await expect.poll(() => shownCovers(page)).toBeGreaterThan(1)
  expect(conduct.errors.filter((error) => !/Failed to load resource|ERR_/.test(error))).toEqual([])
})
