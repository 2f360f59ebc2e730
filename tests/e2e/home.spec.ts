import type { Page } from '@playwright/test'
import { startForum } from '../support/forum-process.ts'
import { expect, test } from '../support/e2e.ts'

test('home opens in Chinese on a device set to English, with everything that belongs to it [2, 4, 16, 21, 22, 283]', async ({
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
  for (const title of ['最新消息', '热门资料', '会议资料', '常见问答', '主办与合作单位'])
    await expect(main.getByRole('heading', { level: 2, name: title })).toBeVisible()
  for (const title of ['最新消息', '热门资料', '会议资料', '常见问答'])
    await expect(main.getByRole('region', { name: title }).locator('li')).toHaveCount(5)
  await expect(main.getByRole('region', { name: '热门资料' })).toContainText('参会手册')
  await expect(main.getByRole('region', { name: '常见问答' })).toContainText('全部 32 个问题')
  const partners = main.getByRole('region', { name: '主办与合作单位' })
  for (const kind of ['主办单位', '协办单位', '合作伙伴', '合作媒体'])
    await expect(partners.getByRole('heading', { level: 3, name: kind })).toBeVisible()
  await expect(partners).toContainText('论坛组织委员会')
  await expect(partners).toContainText('新型储能钻石合作伙伴')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('hot documents stay in the list of all documents [17, 201]', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: '热门资料' })).toContainText('能源转型白皮书（摘要）')
  await expect(page.getByRole('region', { name: '会议资料' })).toContainText('能源转型白皮书（摘要）')
})

test('a piece of news opens from home, and the way back leads home [18]', async ({ page }) => {
  await page.goto('/')
  const news = page.getByRole('region', { name: '最新消息' }).locator('a[href^="/article/view/"]').first()
  const title = (await news.locator('span[lang]').first().innerText()).trim()
  await news.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: '国际能源转型论坛' })).toBeVisible()
})

test('every list leads to all of it [19]', async ({ page }) => {
  await page.goto('/')
  const ways = {
    最新消息: '/news',
    热门资料: '/download',
    会议资料: '/download',
    常见问答: '/qa',
  }
  for (const [name, href] of Object.entries(ways))
    await expect(page.getByRole('region', { name }).locator('header a')).toHaveAttribute('href', href)
  await page.getByRole('region', { name: '常见问答' }).locator('header a').click()
  await expect(page).toHaveURL(/\/qa$/)
})

/** A server that has only just begun may say for a moment that it is busy. */
const open = (page: Page) => expect.poll(async () => (await page.goto('/'))?.status()).toBe(200)

/** What home says and offers at a moment of the forum's own clock. */
const moments = [
  { now: '2023-08-06T10:00:00+08:00', says: /距离开幕还有\s*30\s*天/, offers: '报名参会', to: '/register' },
  {
    now: '2023-09-04T22:10:00+08:00',
    says: /距离开幕还有\s*11\s*小时\s*20\s*分钟/,
    offers: '报名参会',
    to: '/register',
  },
  {
    now: '2023-09-07T10:10:00+08:00',
    says: /论坛正在进行\s*第 3 天，共 3 天/,
    offers: '今日议程',
    to: '/agenda',
  },
  { now: '2023-09-08T00:00:30+08:00', says: /论坛已圆满结束/, offers: '下载资料', to: '/download' },
]

for (const { now, says, offers, to } of moments) {
  test(`by the forum’s clock at ${now} home says ${String(says)}`, { tag: '@phone' }, async ({ browser }) => {
    const forum = await startForum({ env: { FORUM_NOW: now } })
    // The device is elsewhere, and its clock is years away.
    const context = await browser.newContext({ baseURL: forum.url, timezoneId: 'America/Los_Angeles' })
    const page = await context.newPage()
    await open(page)
    const moment = page.getByRole('region', { name: '论坛时间' })
    await expect(moment).toHaveText(says)
    await expect(moment.getByRole('link', { name: offers })).toHaveAttribute('href', to)
    await expect(page.getByRole('region', { name: '此刻' })).toHaveCount(offers === '今日议程' ? 1 : 0)
    await context.close()
    await forum.stop()
  })
}

test('during the forum home shows what is on now and what comes next, with rooms', async ({ browser }) => {
  const forum = await startForum({ env: { FORUM_NOW: '2023-09-06T10:10:00+08:00' } })
  const page = await browser.newPage({ baseURL: forum.url })
  await open(page)
  const moment = page.getByRole('region', { name: '此刻' })
  await expect(moment.getByRole('heading', { level: 3, name: '正在进行' })).toBeVisible()
  const sessions = moment.locator('a[href^="/agenda/"]')
  await expect(sessions.first()).toContainText(/\d\d:\d\d–\d\d:\d\d/)
  await expect(sessions.first()).toContainText('厅')
  await expect(moment.getByRole('heading', { level: 3, name: /接下来 1\d:\d\d/ })).toBeVisible()
  await page.close()
  await forum.stop()
})

test('registration is explained before its form, and begins with the mobile', async ({ page, conduct }) => {
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1, name: '报名参会' })).toBeVisible()
  await expect(page.getByRole('region', { name: '报名四步' }).getByRole('listitem')).toHaveCount(4)
  const ready = page.getByRole('region', { name: '请先准备好' })
  for (const thing of ['手机', '身份证或护照号码', '清晰的免冠正面照'])
    await expect(ready).toContainText(thing)
  const ways = page.getByRole('region', { name: '两种报名入口' })
  for (const way of ['参会代表', '工作人员与媒体']) await expect(ways).toContainText(way)
  await page.getByRole('main').getByRole('link', { name: '开始填写' }).click()
  await expect(page).toHaveURL('/register?step=mobile')
  await expect(page.getByRole('heading', { level: 1, name: '手机号' })).toBeVisible()
  expect(conduct.errors).toEqual([])
})
