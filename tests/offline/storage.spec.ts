import type { Page } from '@playwright/test'
import type { FaultServer } from '../support/fault-server.ts'
import {
  expect,
  goOffline,
  menuLink,
  savedLine,
  startOffline,
  strip,
  test,
  untilSaved,
  visit,
  visitAgenda,
} from './phone.ts'

const sessions = (page: Page) => page.locator('main a[href^="/agenda/"]')
const articles = (page: Page) => page.locator('main a[href^="/article/view/"]')
const noNetwork = (page: Page) => page.getByText('当前没有网络')

/** Runs in the page: fills localStorage to the brim, once in its life, but for this many characters. */
function fill(leftChars: number): void {
  if (localStorage.getItem('full')) return
  localStorage.setItem('full', '1')
  localStorage.setItem('left', 'x'.repeat(leftChars))
  for (let size = 2_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (let part = 0; ; part += 1) localStorage.setItem(`filler-${size}-${part}`, 'x'.repeat(size))
    } catch {
      continue
    }
  }
  localStorage.removeItem('left')
}

test('a full storage is told once in words, and the app goes on', async ({ page, context, conduct }) => {
  await context.addInitScript(fill, 0)
  await page.goto('/agenda')
  await expect(sessions(page).first()).toBeVisible()
  const notice = page.getByText('本机存储空间不足')
  await expect(notice).toHaveCount(1)
  await page.getByRole('button', { name: '关闭' }).click()
  await expect(notice).toHaveCount(0)
  const toldAgain = notice.waitFor({ timeout: 8000 }).then(
    () => true,
    () => false,
  )
  // Each page has something new to save, which fails again.
  await menuLink(page, '新闻').click()
  await expect(articles(page).first()).toBeVisible()
  await menuLink(page, '下载').click()
  await expect(page.getByRole('heading', { level: 1, name: '资料下载' })).toBeVisible()
  expect(await toldAgain).toBe(false)
  expect(conduct.errors).toEqual([])
})

test('in a storage without room for all, news gives way to the agenda and to downloads, and nobody is bothered [299]', async ({
  page,
  context,
}) => {
  await visit(page, '/news')
  await expect(articles(page).first()).toBeVisible()
  await menuLink(page, '下载').click()
  await untilSaved(page, 'documents')
  await menuLink(page, '议程').click()
  await untilSaved(page, 'sessions')
  const withoutNews = await page.evaluate(() => {
    const lines = (localStorage.getItem('rq:1:pub') ?? '').split('\n')
    const news = lines.filter((line) => line.slice(0, 40).includes('informations'))
    // Half way between what there is without news and what there is with them.
    return lines.join('\n').length - Math.round(news.join('\n').length / 2)
  })
  await page.goto('about:blank')
  await context.addInitScript((left) => {
    if (!localStorage.getItem('full')) localStorage.removeItem('rq:1:pub')
    Object.assign(globalThis, { left })
  }, withoutNews)
  await context.addInitScript(fill, withoutNews)
  await page.goto('/news')
  await expect(articles(page).first()).toBeVisible()
  await menuLink(page, '下载').click()
  await expect(page.getByRole('heading', { level: 1, name: '资料下载' })).toBeVisible()
  await menuLink(page, '议程').click()
  await untilSaved(page, 'sessions')
  await untilSaved(page, 'documents')
  expect(await savedLine(page, 'informations')).toBeUndefined()
  await expect(page.getByText('本机存储空间不足')).toHaveCount(0)
  const next = await startOffline(page, '/agenda')
  await expect(sessions(next).first()).toBeVisible()
  await next.goto('/download')
  await expect(next.getByRole('listitem').filter({ hasText: 'PDF' }).first()).toBeVisible()
  await next.goto('/news')
  await expect(noNetwork(next)).toBeVisible()
})

/** Makes rows of a module larger by something that no screen shows. */
function pad(network: FaultServer, which: RegExp, chars: number): void {
  const change = (text: string) => text.replace('"id":', `"padding":"${'x'.repeat(chars)}","id":`)
  network.fail(which, { kind: 'changed', change })
}

test('saved data near its limit is told in words, and beyond it the lists give way, not the agenda', async ({
  page,
  network,
}) => {
  await visitAgenda(page)
  pad(network, /documents\/all/, 820_000)
  await menuLink(page, '下载').click()
  await expect(page.getByText('本机保存的数据接近上限')).toBeVisible()
  pad(network, /informations\/all/, 300_000)
  await menuLink(page, '新闻').click()
  await expect(articles(page).first()).toBeVisible()
  await page.goto('about:blank')
  const next = await startOffline(page, '/agenda')
  await expect(sessions(next).first()).toBeVisible()
  await next.goto('/news')
  await expect(noNetwork(next)).toBeVisible()
})

test('of long texts the shelf holds 20 MB, and the one read longest ago goes first', async ({
  page,
  network,
}) => {
  await visit(page, '/news')
  await expect(articles(page).nth(4)).toBeVisible()
  const paths = await articles(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  )
  // Each article takes a quarter of the shelf: two bytes a character.
  pad(network, /front\/article\//, 2_400_000)
  const read = async (path: string | undefined) => {
    await page.goto(path ?? '')
    await expect(page.locator('main article p').first()).toBeVisible()
    await expect.poll(() => page.evaluate(lastKept)).toBe(path?.split('/').at(-1))
  }
  const [first, second, ...others] = paths.slice(0, 5)
  for (const path of [first, second, ...others.slice(0, 2), first, others[2]]) await read(path)
  await goOffline(page)
  for (const path of [first, ...others]) {
    await page.goto(path ?? '')
    await expect(page.locator('main article p').first()).toBeVisible()
  }
  await page.goto(second ?? '')
  await expect(noNetwork(page)).toBeVisible()
})

/** Runs in the page: the number of the article that came on the shelf last. */
function lastKept(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('bodies')
    opening.addEventListener('success', () => {
      const asked = opening.result.transaction('kv').objectStore('kv').get('#index')
      asked.addEventListener('success', () => {
        const index = Object.entries((asked.result ?? {}) as Record<string, [number, number]>)
        const [last] = index.toSorted(([, [, a]], [, [, b]]) => b - a)
        opening.result.close()
        resolve(last?.[0].replace('article/', ''))
      })
    })
  })
}

/** An IndexedDB that takes every request and never answers one, as some browsers' does after an update. */
function silenceIndexedDb(): void {
  IDBFactory.prototype.open = () => new EventTarget() as unknown as IDBOpenDBRequest
}

/** A word that stands in one abstract of the sample and nowhere else in the programme. */
const wordOfAnAbstract = '侧门'

async function search(page: Page, word: string): Promise<void> {
  await page.getByRole('button', { name: '搜索议程' }).click()
  await page.getByRole('searchbox').fill(word)
}

test('an IndexedDB that never answers holds up neither the start nor the search in abstracts', async ({
  page,
  context,
}) => {
  await context.addInitScript(silenceIndexedDb)
  const { path, title } = await visitAgenda(page)
  await search(page, wordOfAnAbstract)
  await expect(page.getByText('找到 1 场')).toBeVisible()
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(page.getByText('简介尚未保存到本设备，联网后即可显示。')).toBeVisible()
})

test('without network the search finds words of abstracts that were fetched before', async ({ page }) => {
  await visitAgenda(page)
  await search(page, wordOfAnAbstract)
  await expect(page.getByText('找到 1 场')).toBeVisible()
  await goOffline(page)
  await page.goto('/agenda')
  await search(page, wordOfAnAbstract)
  await expect(page.getByText('找到 1 场')).toBeVisible()
})

/** Storage as a browser leaves it that blocks cookies: even naming it throws, or every request is refused. */
function blockStorage(): void {
  const refusal = new DOMException('blocked', 'SecurityError')
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      get(): never {
        throw refusal
      },
    })
  IDBFactory.prototype.open = () => {
    throw refusal
  }
  for (const name of ['open', 'keys', 'match', 'has', 'delete'] as const)
    Object.assign(CacheStorage.prototype, { [name]: () => Promise.reject(refusal) })
}

test('where storage is blocked the app works online, in both languages, and without an error [299]', async ({
  page,
  context,
  conduct,
}) => {
  await context.addInitScript(blockStorage)
  await page.goto('/agenda')
  await expect(sessions(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  for (const name of ['News', 'Downloads', 'Agenda']) {
    await menuLink(page, name).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await sessions(page).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
  expect(conduct.errors).toEqual([])
})
