import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { organiserPassword } from '../support/forum-process.ts'

/** The card of a document in the list of all. */
const cardOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: '全部资料' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })

/** Signs in on the page that is open, by its form. */
async function signIn(page: Page): Promise<void> {
  await page.getByLabel('账号').fill('organiser')
  await page.getByLabel('密码').fill(organiserPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('a document is saved under its Chinese name, whole [9, 219]', async ({ page, conduct }) => {
  await page.goto('/download')
  const card = cardOf(page, '交通指南')
  const coming = page.waitForEvent('download')
  await card.getByRole('button', { name: /^下载/ }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('交通指南.pdf')
  const saved = await readFile(await download.path())
  const original = await readFile('server/sample/files/traffic-guide.pdf')
  expect(saved.equals(original)).toBe(true)
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('the documents of a category [218]', async ({ page }) => {
  await page.goto('/download')
  await page.getByRole('button', { name: '媒体服务' }).click()
  const all = page.getByRole('region', { name: '全部资料' })
  await expect(all.getByRole('heading', { level: 3 })).toHaveText(['媒体资料包'])
  await expect(page.getByRole('region', { name: '热门资料' })).toBeHidden()
})

test('what is kept on the phone is listed there, opens under its address, and goes away again', async ({
  page,
}) => {
  await page.goto('/download')
  const card = cardOf(page, '场馆示意图')
  await card.getByRole('button', { name: /^存到本机/ }).click()
  const kept = page.getByRole('region', { name: /已存到本机/ })
  await expect(kept).toContainText('场馆示意图')
  await expect(card.getByText('已存到本机')).toBeVisible()
  await kept.getByRole('button', { name: '从本机删除“场馆示意图”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect(kept).toBeHidden()
})

test('a download that breaks off is told in words', async ({ page }) => {
  await page.goto('/download')
  await page.route('**/api/front/download/file/*', (route) => route.abort())
  await page.getByRole('button', { name: /^下载/ }).first().click()
  await expect(page.getByText('文件没有下载成功')).toBeVisible()
})

test('a document tells kind, size, language, category and date, and that it is asked for [308]', async ({
  page,
}) => {
  await page.goto('/download')
  const card = cardOf(page, '交通指南')
  await expect(card).toContainText(/PDF · \d+ kB · 中英双语 · 参会指南 · 2023年8月18日/)
  await expect(card.getByText('热门', { exact: true })).toBeVisible()
  await expect(cardOf(page, '酒店指南').getByText('热门', { exact: true })).toHaveCount(0)
})

test('the list is narrowed by kind and category, and its address with it [9]', async ({ page }) => {
  await page.goto('/download')
  const titles = page.getByRole('region', { name: '全部资料' }).getByRole('heading', { level: 3 })
  await expect(titles).toHaveCount(12)
  await page.getByRole('combobox', { name: '按类型筛选' }).selectOption('PPTX')
  await expect(titles).toHaveText(['演示文稿模板'])
  await expect(page).toHaveURL('/download?type=PPTX')
  await page.getByRole('button', { name: '媒体服务' }).click()
  await expect(page.getByText('没有符合条件的资料。')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '显示全部' }).click()
  await expect(titles).toHaveCount(12)
  await expect(page).toHaveURL('/download')
})

test('the row of categories moves by itself and never widens the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/download')
  const chips = page.getByRole('group', { name: '按栏目筛选' }).getByRole('button')
  await expect(chips.first()).toBeVisible()
  const tops = await chips.evaluateAll(
    (all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size,
  )
  expect(tops).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('without an account, what is starred and downloaded is remembered by the device [221]', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/operateHistory/')) asked.push(request.url())
  })
  await page.goto('/download')
  const card = cardOf(page, '交通指南')
  await card.getByRole('button', { name: '收藏 交通指南' }).click()
  const coming = page.waitForEvent('download')
  await card.getByRole('button', { name: '下载' }).click()
  await coming
  await expect(card.getByText('已下载')).toBeVisible()
  await page.reload()
  await expect(card.getByRole('button', { name: '取消收藏 交通指南' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(card.getByText('已下载')).toBeVisible()
  await expect(cardOf(page, '场馆示意图').getByText('已下载')).toHaveCount(0)
  expect(asked).toEqual([])
})

test('a file for signed-in people leads to signing in and back, and then comes [219]', async ({
  page,
  conduct,
}) => {
  await page.goto('/download?category=c-materials')
  const card = cardOf(page, '演讲嘉宾指南')
  await expect(card.getByText('登录后可下载')).toBeVisible()
  await expect(card.getByRole('button', { name: '存到本机' })).toHaveCount(0)
  await card.getByRole('link', { name: '登录后下载' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  await signIn(page)
  await expect(page).toHaveURL('/download?category=c-materials')
  const coming = page.waitForEvent('download')
  await card.getByRole('button', { name: '下载' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('演讲嘉宾指南.pdf')
  const original = await readFile('server/sample/files/speakers-guide.pdf')
  expect((await readFile(await download.path())).equals(original)).toBe(true)
  await expect(card.getByText('已下载')).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
