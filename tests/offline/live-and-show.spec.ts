import type { Locator, Page } from '@playwright/test'
import { expect, startOffline, test, untilSaved, visit } from './phone.ts'

test('the exhibition is read, searched and seen in its plan without network [8]', async ({ page }) => {
  await visit(page, '/show')
  const plan = page.locator('img[alt*="一号展厅"]')
  await expect(plan).toBeVisible()
  for (const query of ['exhibitors', 'hall_plans']) await untilSaved(page, query)
  // Most marks stand further down, and the worker took the page after its first pictures.
  await expect.poll(() => keptPictures(page)).toBe(14)
  await page.close()
  const next = await startOffline(page, '/show')
  await expect(next.getByText('12 家展商')).toBeVisible()
  await expect.poll(() => widthOf(next.locator('img[alt*="一号展厅"]'))).toBe(1600)
  const marks = next.locator('main li a [aria-hidden] img')
  await expect(marks).toHaveCount(12)
  for (const mark of await marks.all()) {
    await mark.scrollIntoViewIfNeeded()
    await expect.poll(() => widthOf(mark)).toBeGreaterThan(0)
  }
  await next.getByRole('searchbox').fill('电解')
  await next.locator('main li a').filter({ hasText: 'C01' }).click()
  await expect(next.getByRole('heading', { level: 1 })).toHaveText('电解水制氢展位')
  await expect(next.getByText('碱性与质子交换膜电解槽')).toBeVisible()
})

test('live coverage is read without network, and says that watching needs one [7]', async ({ page }) => {
  await visit(page, '/live')
  await expect(page.getByRole('heading', { name: '开幕式回放' })).toBeVisible()
  for (const query of ['live_streams', 'sessions']) await untilSaved(page, query)
  await page.close()
  const next = await startOffline(page, '/live')
  const recording = next
    .getByRole('article')
    .filter({ has: next.getByRole('heading', { name: '开幕式回放' }) })
  await expect(recording).toContainText('联网后才能观看')
  await expect(recording.getByRole('button', { name: '播放“开幕式回放”' })).toBeDisabled()
})

/** Pictures of stored files that the worker keeps. */
const keptPictures = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('images')
    return (await cache.keys()).filter(({ url }) => url.includes('/download/file/')).length
  })

const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
