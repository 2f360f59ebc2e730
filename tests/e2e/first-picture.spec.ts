import type { Page } from '@playwright/test'
import { pages } from '#contract/page-data.ts'
import { expect, test } from '../support/e2e.ts'

/** A picture is of one address, as a phone shows it. */
const drawn = pages.map(({ path }) => path).filter((path) => !path.includes(':'))

/** Pages come with their pictures once these are drawn; the first visitor of all may have none. */
async function untilPictured(page: Page, path: string): Promise<void> {
  const html = async () => (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
  await expect.poll(html).toContain('id="first-picture"')
}

async function openWithPicture(page: Page, path: string): Promise<void> {
  await untilPictured(page, path)
  await page.goto(path, { waitUntil: 'commit' })
}

test.describe('without any program @phone', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of drawn)
    test(`${path} shows its heading and its place in the menu [T48]`, async ({ page, conduct }) => {
      await openWithPicture(page, path)
      const picture = page.locator('#first-picture')
      await expect(picture.locator('h1').first()).toBeInViewport()
      await expect(picture.locator('nav').last()).toBeInViewport()
      await expect(picture).toHaveAttribute('inert')
      // The page's policy refuses both.
      await expect(picture.locator('script, [style]')).toHaveCount(0)
      expect(conduct.errors).toEqual([])
      expect(conduct.foreignRequests).toEqual([])
    })
})

test.describe('with the program @phone', () => {
  for (const path of drawn)
    test(`${path} takes the place of its picture, and nothing moves`, async ({ page }) => {
      await page.addInitScript(noteShifts)
      await openWithPicture(page, path)
      await expect(page.locator('#first-picture')).toHaveCount(0)
      await expect(page.locator('h1').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      // The figure for every public page.
      expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02)
    })
})

test('a tap on a link opens it before the program is there, and nothing is there for a keyboard @phone', async ({
  page,
  conduct,
}) => {
  await page.route(/\/assets\/.*\.js$/, () => {})
  await untilPictured(page, '/agenda')
  await openWithPicture(page, '/')
  // Styles hold up the painting: before them the link lies elsewhere, and nobody sees it.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const link = page.locator('#first-picture nav a[href="/agenda"]')
  const box = await link.boundingBox()
  if (!box) throw new Error('The link is not in the picture.')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForURL('/agenda', { waitUntil: 'commit' })
  await expect(page.locator('#first-picture h1')).toContainText('议程')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('#first-picture') ?? null)).toBeNull()
  expect(conduct.errors).toEqual([])
})

/** Runs in the page: adds up how far things moved by themselves. */
function noteShifts(): void {
  const seen = Object.assign(window, { shift: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

test('who chose another language, or has a wide screen, never sees a picture that is not theirs', async ({
  page,
}) => {
  // The program is held back, so that what is shown is what the server drew.
  await page.route(/\/assets\/.*\.js$/, () => {})
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  await openWithPicture(page, '/')
  await expect(page.locator('#first-picture')).toBeHidden()
  await page.addInitScript(() => localStorage.removeItem('locale'))
  await page.goto('/', { waitUntil: 'commit' })
  const isWide = (page.viewportSize()?.width ?? 0) >= 768
  await expect(page.locator('#first-picture h1')).toBeVisible({ visible: !isWide })
})
