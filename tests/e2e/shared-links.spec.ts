import { expect, test } from '../support/e2e.ts'

test('a shared link in English opens in English, and stays so', async ({ page, conduct }) => {
  await page.goto('/agenda/storage-panel?lang=en')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Panel: who pays for storage safety?' }),
  ).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
  expect(conduct.errors).toEqual([])
})

test.describe('for somebody who reads Chinese', () => {
  test.use({ appLocale: 'zh-CN' })

  test('a link in English does not change the language that was chosen', async ({ page }) => {
    await page.goto('/news?lang=en')
    await expect(page.getByRole('heading', { level: 1, name: '新闻' })).toBeVisible()
  })
})

test('the title that a link is shared with is the title of its page', async ({ page }) => {
  const paths = [
    '/',
    '/agenda',
    '/news',
    '/live',
    '/show',
    '/download',
    '/suzhou',
    '/qa',
    '/qa/ask',
    '/register',
    '/install',
  ]
  for (const path of [
    ...paths,
    '/agenda/storage-panel',
    '/article/view/20230801',
    '/article/category/c-notice',
  ]) {
    await page.goto(path)
    const shared = await page.locator('meta[property="og:title"]').getAttribute('content')
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page, path).toHaveTitle(shared ?? '')
  }
})

test('what the first page said of itself goes with it', async ({ page }) => {
  await page.goto('/')
  const shared = page.locator('meta[property="og:title"]')
  await expect(shared).toHaveCount(1)
  await page.locator('nav a[href="/agenda"]').first().click()
  await expect(page).toHaveURL(/\/agenda/)
  await expect(shared).toHaveCount(0)
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0)
})
