import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

/** The seven entries in the specification's order, as a phone has them: in its bar, and behind "more". */
const bar = ['首页', '议程', '新闻', '下载']
const behindMore = ['直播', '同期活动', '商旅信息']
const labels = ['首页', '议程', '新闻', '直播', '同期活动', '下载', '商旅信息']
const addresses = ['/', '/agenda', '/news', '/live', '/show', '/download', '/suzhou']

/** What of the menu a person sees at once: on phones a part, and the sheet has the rest. */
const menu = (page: Page) => page.getByRole('navigation', { name: '主导航' }).filter({ visible: true })
const entry = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })
const sheet = (page: Page) => page.getByRole('dialog', { name: '更多' })

async function openSheet(page: Page): Promise<void> {
  await menu(page).getByRole('button', { name: '更多' }).click()
  await expect(sheet(page)).toBeVisible()
}

const hrefs = (elements: Element[]) => elements.map((each) => each.getAttribute('href'))

test('the menu has the pages of this forum in their order and leads to them [31, 42, T12]', async ({
  page,
  isMobile,
}) => {
  await page.goto('/')
  const entries = menu(page).getByRole('link')
  await expect(entries).toHaveText(isMobile ? bar : labels)
  if (isMobile) {
    await openSheet(page)
    const rest = sheet(page).getByRole('list').first().getByRole('link')
    await expect(rest).toHaveText(behindMore)
    await rest.last().click()
    await expect(sheet(page)).toBeHidden()
  } else {
    await entries.last().click()
  }
  await expect(page).toHaveURL(/\/suzhou$/)
  await expect(page.getByRole('heading', { level: 1, name: '商旅信息' })).toBeVisible()
})

test('the entry of the page that is open is marked', async ({ page, isMobile }) => {
  await page.goto('/news')
  await expect(entry(page, '新闻')).toHaveAttribute('aria-current', 'page')
  await expect(entry(page, '首页')).not.toHaveAttribute('aria-current')
  await page.goto('/show')
  if (isMobile) {
    // What lies behind it is marked by its colour, and in the sheet.
    const colour = (name: string) =>
      menu(page)
        .getByText(name)
        .evaluate((each) => getComputedStyle(each).color)
    await expect.poll(async () => (await colour('更多')) === (await colour('首页'))).toBe(false)
    await openSheet(page)
  }
  const show = page.getByRole('link', { name: '同期活动' }).filter({ visible: true })
  await expect(show).toHaveAttribute('aria-current', 'page')
})

for (const [path, name] of [
  ['/article/view/00018', '新闻'],
  ['/article/category/c-notice', '新闻'],
  ['/article/view/D001', '下载'],
] as const) {
  test(`${path} belongs to an entry, which says so`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(entry(page, name)).toHaveAttribute('aria-current', 'true')
    await expect(menu(page).locator('[aria-current]')).toHaveCount(1)
  })
}

test('pages that do not belong in the menu are not in it [33, 35, 37, 39, T12]', async ({
  page,
  isMobile,
}) => {
  await page.goto('/')
  await expect(menu(page).getByRole('link').first()).toBeVisible()
  let targets = await menu(page).getByRole('link').evaluateAll(hrefs)
  if (isMobile) {
    await openSheet(page)
    const rest = await sheet(page).getByRole('link').evaluateAll(hrefs)
    // Below the menu's own stand the pages that a phone has no footer for, and the person's.
    expect(rest.slice(behindMore.length)).toEqual(['/qa', '/install', '/user/center'])
    targets = [...targets, ...rest.slice(0, behindMore.length)]
  }
  expect(new Set(targets)).toEqual(new Set(addresses))
})

test('search and the user centre stand in the header [38]', async ({ page }) => {
  await page.goto('/news')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: '用户中心' })).toHaveAttribute('href', '/user/center')
  await header.getByRole('link', { name: '搜索' }).click()
  await expect(page).toHaveURL(/\/search$/)
  await expect(page.getByRole('heading', { level: 1, name: '搜索' })).toBeVisible()
})

test('questions and the way onto the home screen are found from every page', async ({ page, isMobile }) => {
  await page.goto('/suzhou')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (isMobile) await openSheet(page)
  const place = isMobile ? sheet(page) : page.getByRole('contentinfo')
  await expect(place.getByRole('link', { name: '添加到主屏幕' })).toHaveAttribute('href', '/install')
  await place.getByRole('link', { name: '问答' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '问答' })).toBeVisible()
})

for (const locale of ['zh-CN', 'en'] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ appLocale: locale })

    test('on every width the bars have everything whole, in one line each @phone', async ({ page }) => {
      await page.goto('/show')
      for (const width of [320, 360, 390, 768, 820, 1000, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const isWide = width >= 768
        await expect(page.getByRole('contentinfo')).toHaveCount(isWide ? 1 : 0)
        const parts = page.locator('header a, header button, nav a, nav button').filter({ visible: true })
        await expect(parts).toHaveCount(isWide ? 11 : 9)
        expect(await parts.evaluateAll(findCut), `${width} px`).toEqual([])
      }
    })
  })
}

/** Runs in the page: what of the bars is cut off, breaks into lines or is too small for a finger. */
function findCut(parts: Element[]): string[] {
  const whole = document.documentElement.clientWidth
  return parts
    .filter((part) => {
      const { left, right, width, height } = part.getBoundingClientRect()
      const words = [...part.querySelectorAll('span'), part].filter((each) => each.checkVisibility())
      const isCut = words.some((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
      return isCut || left < 0 || right > whole || width < 44 || height < 44 || height > 60
    })
    .map((part) => part.outerHTML)
}

test('the user centre lies in the main layout, the sign-in page in one of its own [29, 30, 36]', async ({
  page,
}) => {
  await page.goto('/user/login')
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主导航' })).toHaveCount(0)
  // First: nobody is to ask about the token before it cannot be asked about.
  await page.route('**/api/front/user/current', (route) => route.abort())
  await page.evaluate(() => sessionStorage.setItem('token', 'x'.repeat(43)))
  await page.goto('/user/center')
  await expect(page.getByRole('heading', { level: 1, name: '用户中心' })).toBeVisible()
  await expect(menu(page)).toHaveCount(1)
})
