import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/second-morning.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const titles = (page: Page, name: string) => region(page, name).getByRole('heading', { level: 3 })
const recording = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: '开幕式回放' }) })

/** Seconds that a player has played. */
const playedSeconds = (player: Locator) =>
  player.evaluate((element) => (element as HTMLMediaElement).currentTime)

/** Addresses of a kind that the page asks for from here on. */
function watchRequests(page: Page, type: 'media' | 'image'): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === type && request.url().includes('/download/file/'))
      asked.push(request.url())
  })
  return asked
}

test('streams stand where the forum’s clock puts them [7]', async ({ page, conduct }) => {
  await page.goto('/live')
  await untilDrawn(page)
  await expect(titles(page, '正在直播')).toHaveText(['金鸡湖厅直播：风能与太阳能', '太湖厅直播：新型储能'])
  await expect(titles(page, '即将开始')).toHaveText(['主会场直播：国际合作与闭幕式'])
  await expect(region(page, '即将开始')).toContainText('9月7日 13:50')
  await expect(titles(page, '回放')).toHaveText(['开幕式回放', '新型电力系统分论坛回放'])
  await expect(region(page, '回放')).toContainText('回放待发布')
  await expect(region(page, '图片')).toContainText('更新中')
  await expect(titles(page, '已结束')).toHaveText(['主会场直播：开幕式与主旨演讲'])
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('what runs now in each room, with ways to the session and to the stream', async ({ page }) => {
  await page.goto('/live')
  await untilDrawn(page)
  const hall = region(page, '会场此刻').getByRole('listitem').filter({ hasText: '太湖厅' })
  await expect(hall).toContainText('至 10:20')
  await expect(hall).toContainText('10:45 起')
  await expect(hall.getByRole('link', { name: '看直播' })).toHaveAttribute('href', '#stream-live-storage')
  await hall.getByRole('link', { name: '储能电站火灾的早期识别与分级处置' }).click()
  await expect(page).toHaveURL(/\/agenda\/storage-battery-safety$/)
})

test('a recording plays in the page when it is asked to, not before [7]', async ({ page, conduct }) => {
  const asked = watchRequests(page, 'media')
  await page.goto('/live')
  await untilDrawn(page)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await recording(page).getByRole('button', { name: '播放“开幕式回放”' }).click()
  const film = recording(page).locator('video')
  await expect.poll(() => playedSeconds(film)).toBeGreaterThan(0.2)
  expect(await film.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(640)
  await expect(film).toBeFocused()
  await recording(page)
    .getByRole('button', { name: /^只听声音 · 52 kB/ })
    .click()
  await expect(film).toBeHidden()
  await expect.poll(() => playedSeconds(recording(page).locator('audio'))).toBeGreaterThan(0.2)
  expect(asked.length).toBeGreaterThan(1)
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('who saves data gets no covers, and the sound first; the choice is kept', async ({ page }) => {
  await page.goto('/live')
  await untilDrawn(page)
  await expect(page.locator('article img').first()).toBeVisible()
  const choice = page.getByRole('switch', { name: '省流量' })
  await expect(choice).not.toBeChecked()
  await choice.check()
  await expect(page.locator('article img')).toHaveCount(0)
  const covers = watchRequests(page, 'image')
  await page.reload()
  await expect(choice).toBeChecked()
  await expect(titles(page, '回放').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(covers).toEqual([])
  await recording(page).getByRole('button', { name: '播放“开幕式回放”' }).click()
  await expect.poll(() => playedSeconds(recording(page).locator('audio'))).toBeGreaterThan(0.2)
})

test('a stream that breaks says so and plays at the next try', async ({ page }) => {
  await page.route('**/api/front/download/file/*', (route) => route.abort())
  await page.goto('/live')
  await untilDrawn(page)
  await recording(page).getByRole('button', { name: '播放“开幕式回放”' }).click()
  const problem = recording(page).getByRole('alert')
  await expect(problem).toContainText('无法播放')
  await expect(recording(page).getByRole('button', { name: /^只听声音/ })).toBeVisible()
  await page.unroute('**/api/front/download/file/*')
  await problem.getByRole('button', { name: '重试' }).click()
  await expect.poll(() => playedSeconds(recording(page).locator('video'))).toBeGreaterThan(0.2)
  await expect(problem).toBeHidden()
})

test('a stream that does not answer is told of, and goes on when it does', async ({ page }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.clock.install()
  await page.goto('/live')
  await untilDrawn(page)
  await page.route('**/api/front/download/file/*', async (route) => {
    await answered
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/front/download/file/*')
  await recording(page).getByRole('button', { name: '播放“开幕式回放”' }).click()
  await asked
  await page.clock.fastForward('00:13')
  const problem = recording(page).getByRole('alert')
  await expect(problem).toContainText('仍在尝试连接')
  answer()
  await expect(problem).toBeHidden()
  await expect.poll(() => playedSeconds(recording(page).locator('video'))).toBeGreaterThan(0.2)
})

test('streams of other sites open there, marked, and are never embedded', async ({ page, conduct }) => {
  await page.goto('/live')
  await untilDrawn(page)
  const links = region(page, '正在直播').getByRole('link', { name: /到 example\.org 观看.*在新窗口打开/ })
  await expect(links).toHaveCount(2)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  await page.waitForLoadState('networkidle')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
