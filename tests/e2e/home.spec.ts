import { expect, test } from '../support/e2e.ts'

test('home opens in Chinese on a device set to English, with everything that belongs to it', async ({
  page,
  conduct,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: '国际能源转型论坛' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  const main = page.getByRole('main')
  await expect(main).toContainText('International Energy Transition Forum')
  await expect(main).toContainText('2023年9月5日–7日')
  await expect(main).toContainText('苏州')
  for (const title of ['最新消息', '热门资料', '会议资料', '主办与合作单位'])
    await expect(main.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(main.getByRole('region', { name: '最新消息' }).getByRole('link')).not.toHaveCount(1)
  await expect(main.getByRole('region', { name: '热门资料' })).toContainText('参会手册')
  const partners = main.getByRole('region', { name: '主办与合作单位' })
  await expect(partners).toContainText('论坛组织委员会')
  await expect(partners).toContainText('新型储能钻石合作伙伴')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('hot documents stay in the list of all documents', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: '热门资料' })).toContainText('能源转型白皮书（摘要）')
  await expect(page.getByRole('region', { name: '会议资料' })).toContainText('能源转型白皮书（摘要）')
})

test('a piece of news opens from home, and the way back leads home', async ({ page }) => {
  await page.goto('/')
  const news = page.getByRole('region', { name: '最新消息' }).locator('a[href^="/article/view/"]').first()
  const title = (await news.locator('span[lang]').innerText()).trim()
  await news.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: '国际能源转型论坛' })).toBeVisible()
})
