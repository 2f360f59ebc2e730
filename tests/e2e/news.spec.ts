import { expect, test } from '../support/e2e.ts'

test('news is listed newest first, by category too, and opens [6, 32, 218]', async ({ page, conduct }) => {
  await page.goto('/news')
  const cards = page.locator('main a[href^="/article/view/"]')
  await expect(cards.first()).toBeVisible()
  const dates = await cards
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
  expect(dates).toEqual(dates.toSorted((one, other) => String(other).localeCompare(String(one))))
  await page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '通知公告' }).click()
  await expect(page).toHaveURL(/\/article\/category\/c-notice$/)
  await expect(page.getByRole('heading', { level: 1, name: '通知公告' })).toBeVisible()
  const notice = page.getByRole('link', { name: /第一轮通知/ })
  await notice.click()
  await expect(page).toHaveURL(/\/article\/view\/00017$/)
  await expect(page.getByRole('heading', { level: 1, name: /第一轮通知/ })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('2023年7月3日')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('an article is found by its number, whose leading zeros count [34]', async ({ page }) => {
  await page.goto('/article/view/00018')
  await expect(page.getByRole('heading', { level: 1, name: '参会报名通道正式开放' })).toBeVisible()
  await page.goto('/article/view/18')
  await expect(page.getByRole('heading', { level: 1, name: '没有找到这篇文章' })).toBeVisible()
})

test('a document has its number and its page too', async ({ page }) => {
  await page.goto('/article/view/D001')
  await expect(page.getByRole('heading', { level: 1, name: '参会手册' })).toBeVisible()
  await expect(page.getByRole('button', { name: /下载/ })).toBeVisible()
})

test('an unknown number says so and leads to the news', async ({ page }) => {
  await page.goto('/article/view/no%2Fsuch%3Fone')
  await expect(page.getByRole('heading', { level: 1, name: '没有找到这篇文章' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '全部新闻' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '新闻' })).toBeVisible()
})
