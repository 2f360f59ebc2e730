import type { Page } from '@playwright/test'
import { besideMissing, expect, test } from '../support/e2e.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const neighbours = (page: Page) => page.getByRole('navigation', { name: '上一篇和下一篇' })

test('a question has its number and its page: the answer, when it was asked, others like it [34]', async ({
  page,
  conduct,
}) => {
  await page.goto('/article/view/Q001')
  await expect(heading(page, '如何报名参会？')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('用手机号获取验证码')
  await expect(page.getByRole('article')).toContainText(/\d{4}年\d+月\d+日提问/)
  const related = page.getByRole('region', { name: '相关问题' })
  await expect(related.getByRole('link', { name: '如何报名参会？' })).toHaveCount(0)
  await related.getByRole('link', { name: '审核需要多久？' }).click()
  await expect(page).toHaveURL(/\/article\/view\/Q002$/)
  await expect(heading(page, '审核需要多久？')).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('an article asks one call for itself, whatever it is [34]', async ({ page }) => {
  for (const [no, title] of [
    ['Q001', '如何报名参会？'],
    ['D001', '参会手册'],
    ['00018', '参会报名通道正式开放'],
  ] as const) {
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/front\/(article|query\/\w+\/(?!all))/.test(request.url())) asked.push(request.url())
    })
    await page.goto(`/article/view/${no}`)
    await expect(heading(page, title)).toBeVisible()
    expect(asked.map((url) => new URL(url).pathname)).toEqual([`/api/front/article/${no}`])
    page.removeAllListeners('request')
  }
})

test('from the newest article to the oldest and back, in the order of the list [34]', async ({ page }) => {
  await page.goto('/news')
  const links = page.locator('main a[href^="/article/view/"]')
  await expect(links.first()).toBeVisible()
  const listed = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  await links.first().click()
  await expect(neighbours(page).getByRole('link', { name: /上一篇/ })).toHaveCount(0)
  for (const path of listed.slice(1)) {
    await neighbours(page)
      .getByRole('link', { name: /下一篇/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await expect(neighbours(page).getByRole('link', { name: /上一篇/ })).toHaveAttribute(
    'href',
    String(listed.at(-2)),
  )
  await expect(neighbours(page).getByRole('link', { name: /下一篇/ })).toHaveCount(0)
})

test('a category has its news, documents and questions, and its chip stands in view [32]', async ({
  page,
}) => {
  await page.goto('/article/category/c-guides')
  await expect(heading(page, '参会指南')).toBeVisible()
  await expect(
    page.getByRole('region', { name: '资料' }).getByRole('link', { name: '参会手册' }),
  ).toBeVisible()
  await expect(
    page.getByRole('region', { name: '问答' }).getByRole('link', { name: '如何报名参会？' }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: '新闻' })).toHaveCount(0)
  const chip = page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '参会指南' })
  await expect(chip).toHaveAttribute('aria-current', 'page')
  await expect(chip).toBeInViewport({ ratio: 1 })
})

test('a category that nobody made says so [32]', async ({ page, conduct }) => {
  for (const id of ['nothing', '%3Cb%3E', 'a%2Fb', 'x'.repeat(1000)]) {
    await page.goto(`/article/category/${id}`)
    await expect(heading(page, '没有这个栏目')).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: '全部新闻' }).click()
  await expect(heading(page, '新闻')).toBeVisible()
  expect(conduct.foreignRequests).toEqual([])
})

test('numbers that can be none get a clear page, and nobody is asked [34]', async ({ page, conduct }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/front/article/') && asked.push(request.url()))
  const none = ['%20', '7%20', 'no%2Fsuch', '%2F', '%3Cscript%3E', '%E4%B8%83', 'x'.repeat(1000)]
  for (const no of none) {
    await page.goto(`/article/view/${no}`)
    await expect(heading(page, '没有找到这篇文章')).toBeVisible()
  }
  await page.goto('/article/view/a/b')
  await expect(heading(page, '没有找到这个页面')).toBeVisible()
  expect(asked).toEqual([])
  expect(besideMissing(conduct)).toEqual({ errors: [], foreignRequests: [] })
})

test('nothing jumps while news, a category and an article come, and their pictures after them [34]', async ({
  page,
}) => {
  await page.addInitScript(countShifts)
  for (const path of ['/news', '/article/category/c-industry', '/article/view/20230801']) {
    const shown = Promise.withResolvers<void>()
    await page.route('**/download/file/**', async (route) => {
      await shown.promise
      await route.continue()
    })
    // The page's load waits for its pictures.
    await page.goto(path, { waitUntil: 'commit' })
    await untilDrawn(page)
    await expect(
      page
        .locator('main')
        .getByText(/储能|星标/)
        .first(),
    ).toBeVisible()
    await page.evaluate(twoFrames)
    shown.resolve()
    await page.locator('main img').first().evaluate(decoded)
    await page.evaluate(twoFrames)
    const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
    expect({ path, jumps: shift >= 0.02 }, `moved by ${shift}`).toEqual({ path, jumps: false })
    await page.unroute('**/download/file/**')
  }
})

/** Runs in the page before its scripts. */
function countShifts(): void {
  const page = globalThis as unknown as { shift: number }
  page.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      page.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: the picture is there. */
const decoded = (image: Element): Promise<void> => (image as HTMLImageElement).decode()

/** Runs in the page: what was there has been drawn. */
const twoFrames = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
