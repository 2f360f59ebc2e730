import type { Page } from '@playwright/test'
import { startForum } from '../support/forum-process.ts'
import { expect, test } from '../support/second-morning.ts'

// The worker starts the app too, from a page that knows no time.
test.use({ serviceWorkers: 'allow' })

/** The notice of a new version is a strip of the same kind. */
const stripOf = (page: Page) => page.getByRole('complementary', { name: /演示时间|Demonstration clock/ })

const strips = {
  'zh-CN': /演示时间：9月6日 10:1\d/,
  en: /Demonstration clock: 6 Sep, 10:1\d/,
} as const

for (const locale of ['zh-CN', 'en'] as const) {
  test.describe(locale, () => {
    test.use({ appLocale: locale })

    test('every page says that its clock is a demonstration, and the time', async ({ page, conduct }) => {
      for (const path of ['/', '/agenda', '/news', '/download', '/search-for-nothing', '/user/login']) {
        await page.goto(path)
        await expect(stripOf(page), path).toHaveText(strips[locale])
      }
      expect(conduct.errors).toEqual([])
    })
  })
}

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a first visit follows the clock before any call, and so does a start from the worker', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('main').getByText('正在进行', { exact: true })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.goto('/agenda')
    await expect(page.locator('[aria-current=date]')).toContainText('6')
    await expect(stripOf(page)).toHaveText(strips['zh-CN'])
  })
})

test('a sign-in lasts by the real clock', async ({ forum }) => {
  const body = JSON.stringify({ login_name: 'organiser', login_pwd: 'tidal-lagoon-42' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${forum.url}/api/front/user/login`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { token: string } }
  const again = await startForum({ dataDir: forum.dataDir })
  const current = await fetch(`${again.url}/api/front/user/current`, {
    headers: { authorization: data.token },
  })
  await again.stop({ keepData: true })
  expect(current.status).toBe(200)
})
