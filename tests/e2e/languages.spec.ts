import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { signInAsOrganiser } from '../support/sign-in.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const keptLocale = (page: Page) => page.evaluate(() => localStorage.getItem('locale'))

test('English comes at a touch, everywhere, and stays after a reload [284, 288]', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'International Energy Transition Forum' }),
  ).toBeVisible()
  await expect(page.getByRole('main')).toContainText('5–7 September 2023')
  await expect(page.getByRole('heading', { name: 'Latest news' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  expect(await keptLocale(page)).toBe('en')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Latest news' })).toBeVisible()
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { name: '最新消息' })).toBeVisible()
  expect(await keptLocale(page)).toBe('zh-CN')
})

for (const kept of ['de', '__proto__', '{"lang":"en"}']) {
  test(`a kept language that is none, ${kept}, gives Chinese [2]`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('locale', value), kept)
    await page.goto('/news')
    await expect(page.getByRole('heading', { level: 1, name: '新闻' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  })
}

test('a text that exists in one language only says which one it is', async ({ page }) => {
  await page.goto('/agenda/storage-panel')
  await expect(page.getByText('Panel: who pays for storage safety?')).toHaveAttribute('lang', 'en')
})

test('texts of taking part come with the first page that says them, and in the language chosen there', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.serviceWorker()) asked.push(new URL(request.url()).pathname)
  })
  const texts = () => asked.flatMap((path) => /\/(?:zh-CN|en)-(?:joining|own)(?=-)/.exec(path) ?? [])
  await page.goto('/')
  await untilDrawn(page)
  expect(texts()).toEqual([])
  await page.goto('/user/login')
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  expect(texts()).toEqual(['/zh-CN-joining'])
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(texts()).toEqual(['/zh-CN-joining', '/en-joining'])
})

test('every page is whole in English: no Chinese is left but names given in both [1, 43]', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  await signInAsOrganiser(page)
  for (const path of ['/news', '/download', '/suzhou', '/user/login', '/nowhere', '/console']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#root')).not.toContainText(/Loading/)
    const texts = await page.locator('#root').evaluate(textsOutsideOf, '[lang="zh-CN"]')
    expect(texts.filter((text) => /\p{Script=Han}/u.test(text))).toEqual([])
  }
})

/** Runs in the page: the texts of an element that do not stand in one marked as being in another language. */
function textsOutsideOf(root: Element, marked: string): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent && !parent.closest(marked)) texts.push(walker.currentNode.textContent ?? '')
  }
  return texts
}
