import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

const labels = ['首页', '议程', '新闻', '直播', '同期活动', '下载', '商旅信息']

/** What of the menu a person sees at once: on phones a part, and the sheet has the rest. */
const menu = (page: Page) => page.getByRole('navigation', { name: '主导航' }).filter({ visible: true })

test('the menu has the pages of this forum in their order and leads to them', async ({ page, isMobile }) => {
  await page.goto('/')
  const entries = menu(page).getByRole('link')
  await expect(entries.first()).toBeVisible()
  const shown = await entries.allInnerTexts()
  if (isMobile) {
    expect(shown).toEqual(labels.slice(0, 4))
    await page.getByRole('button', { name: '更多' }).click()
    const rest = page.getByRole('dialog', { name: '更多' }).getByRole('link')
    await expect(rest).toHaveText([...labels.slice(4), '用户中心'])
    await rest.first().click()
    await expect(page.getByRole('dialog')).toBeHidden()
  } else {
    expect(shown).toEqual(labels)
    await entries.last().click()
  }
  await expect(page).toHaveURL(/\/suzhou$/)
  await expect(page.getByRole('heading', { level: 1, name: '商旅信息' })).toBeVisible()
})

test('the entry of the page that is open is marked', async ({ page }) => {
  await page.goto('/news')
  await expect(menu(page).getByRole('link', { name: '新闻' })).toHaveAttribute('aria-current', 'page')
  await expect(menu(page).getByRole('link', { name: '首页' })).not.toHaveAttribute('aria-current', 'page')
})

test('pages that do not belong in the menu are not in it', async ({ page, isMobile }) => {
  await page.goto('/')
  await expect(menu(page).getByRole('link').first()).toBeVisible()
  if (isMobile) await page.getByRole('button', { name: '更多' }).click()
  const sheet = page.getByRole('dialog', { name: '更多' })
  if (isMobile) await expect(sheet).toBeVisible()
  const targets = await page
    .getByRole('navigation', { name: '主导航', includeHidden: true })
    .or(sheet)
    .getByRole('link', { includeHidden: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const pages = ['/', '/agenda', '/news', '/download', '/suzhou']
  // The sheet also leads to the person's own page, as the header does.
  expect(new Set(targets)).toEqual(new Set(isMobile ? [...pages, '/user/center'] : pages))
})

test('the user centre lies in the main layout, the sign-in page in one of its own', async ({ page }) => {
  await page.goto('/user/login')
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主导航' })).toHaveCount(0)
  await page.evaluate(() => sessionStorage.setItem('token', 'x'.repeat(43)))
  await page.route('**/api/front/user/current', (route) => route.abort())
  await page.goto('/user/center')
  await expect(page.getByRole('heading', { level: 1, name: '用户中心' })).toBeVisible()
  await expect(menu(page)).toHaveCount(1)
})
