import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { untilDrawn } from '../support/until-drawn.ts'

// A worker's own requests would slip past the routes below.
test.use({ serviceWorkers: 'block' })

const notices = (page: Page) => page.locator('output[aria-live="polite"] li')

/** The travel page as one comes to it inside the app: a first visit brings the answer of its call along. */
async function openTravel(page: Page): Promise<void> {
  await page.goto('/install')
  await untilDrawn(page)
  const more = page.getByRole('button', { name: '更多' })
  if (await more.isVisible()) await more.click()
  await page.getByRole('link', { name: '商旅信息' }).filter({ visible: true }).first().click()
}

/** Answers the call of the travel page. */
async function answerPages(page: Page, status: number, body: object): Promise<void> {
  await page.route('**/api/front/query/pages/all**', (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  )
}

test('calls that succeed are told by nobody [311, T25]', async ({ page }) => {
  for (const path of ['/', '/suzhou', '/news']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(notices(page)).toHaveCount(0)
  }
})

test('a refused call is told once, with status, address and the text of the catalogue [264-278]', async ({
  page,
}) => {
  await answerPages(page, 404, {
    code: 404,
    msg: '没有',
    data: null,
    error: { key: 'not_found', fields: [] },
  })
  await openTravel(page)
  await expect(notices(page)).toHaveCount(1)
  await expect(notices(page)).toContainText(/404 \/api\/front\/query\/pages\/all/)
  await expect(notices(page)).toContainText('发出的请求针对的是不存在的记录，服务器没有进行操作。')
})

test('a status that the catalogue does not know is told by the words of the answer [279]', async ({
  page,
}) => {
  await answerPages(page, 429, {
    code: 429,
    msg: '请求过于频繁',
    data: null,
    error: { key: 'rate.limited', fields: [] },
  })
  await openTravel(page)
  await expect(notices(page)).toContainText(/429 .*请求过于频繁/)
})

test('many calls without an answer make one notice [280, 281, T25]', async ({ page }) => {
  await page.route('**/api/**', (route) => route.abort())
  await openTravel(page)
  await expect(notices(page)).toHaveCount(1)
  await expect(notices(page)).toContainText('网络异常')
  await expect(notices(page)).toContainText('您的网络发生异常，无法连接服务器')
  await expect(notices(page)).toContainText(/×\d/)
})
