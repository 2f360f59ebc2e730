import { expect, test } from '../support/e2e.ts'
import { zh } from '../support/texts.ts'

test('a device set to English gets home in Chinese, and the way from there to the news and an article [2, 4, 6, 18, 283]', async ({
  page,
  conduct,
}) => {
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('国际能源转型论坛')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  const news = page.getByRole('region', { name: zh('home:news') })
  const first = news.locator('a[href^="/article/view/"]').first()
  const title = (await first.locator('span[lang]').first().innerText()).trim()
  await first.click()
  await expect(heading).toHaveText(title)
  await page.goBack()
  await news.getByRole('link', { name: zh('home:allNews') }).click()
  await expect(heading).toHaveText(zh('news:title'))
  await page
    .getByRole('navigation', { name: zh('news:categories') })
    .getByRole('link', { name: '通知公告' })
    .click()
  await expect(page).toHaveURL(/\/article\/category\/c-notice$/)
  await page.getByRole('link', { name: /第一轮通知/ }).click()
  await expect(page).toHaveURL(/\/article\/view\/00017$/)
  await expect(page.getByRole('article')).toContainText('2023年7月3日')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
