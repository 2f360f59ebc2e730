import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { PageData } from '#contract/page-data.ts'
import { expect, test } from '../support/e2e.ts'
import { holdScripts, listMoved, listPlaces, untilPrerendered } from '../support/early-page.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { zh } from '../support/texts.ts'

const pages = JSON.parse(readFileSync('dist/.prerender/pages.json', 'utf8')) as PageData[]
/** The prerendered pages: a path with a parameter has no HTML of its own. */
const drawn = pages.filter(({ path }) => !path.includes(':'))

async function openWithPicture(page: Page, path: string): Promise<void> {
  await untilPrerendered(page, path)
  await page.goto(path, { waitUntil: 'commit' })
}

/** How far things moved by themselves since the page began; 0.02 is the limit for every public page. */
const measureShift = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift)

/** Runs in the page before its scripts: adds up how far things moved by themselves. */
function noteShifts(): void {
  const seen = Object.assign(window, { shift: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

test.describe('without any program @phone', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page shows its heading and its place in the menu [T48]', async ({ page, conduct }) => {
    for (const { path } of drawn) {
      await openWithPicture(page, path)
      const picture = page.locator('#early-page')
      await expect(picture.locator('h1').first(), path).toBeInViewport()
      await expect(picture.locator('nav').last(), path).toBeInViewport()
      await expect(picture, path).toHaveAttribute('inert')
      // The page's policy refuses both.
      await expect(picture.locator('script, [style]'), path).toHaveCount(0)
    }
    expect(conduct).toEqual({ errors: [], foreignRequests: [] })
  })
})

/** Abstracts and the texts of news come when the device is idle, and are not part of the first screen. */
const isLater = (url: string): boolean => /abstract|informations.*body/.test(url)

test('every public page takes the place of its picture, moves nothing and asks for nothing that it has brought @phone', async ({
  page,
  conduct,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/.*(query|settings)/.test(pathname)) asked.push(pathname + search)
  })
  await page.addInitScript(noteShifts)
  for (const { path, calls } of drawn) {
    const letGo = await holdScripts(page)
    await openWithPicture(page, path)
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const before = await listPlaces(page)
    letGo()
    await untilDrawn(page)
    await expect(page.locator('h1').first(), path).toBeVisible()
    await page.waitForLoadState('networkidle')
    // The browser does not count as a shift that another element takes the place of one.
    expect(before.length, path).toBeGreaterThan(8)
    expect(await listMoved(page, before), path).toEqual([])
    expect(await measureShift(page), path).toBeLessThan(0.02)
    const brought = await page
      .locator('#page-data')
      .evaluate((element) => Object.keys(JSON.parse(element.textContent ?? '') as object))
    expect(brought, path).toHaveLength(calls.length)
    expect(
      asked.splice(0).filter((url) => !isLater(url)),
      path,
    ).toEqual([])
  }
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('nothing jumps when pictures of news come after their texts [34]', async ({ page }) => {
  await page.addInitScript(noteShifts)
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
    // On a busy machine the offline strip may move the page before the images load.
    const before = await measureShift(page)
    shown.resolve()
    const image = page.locator('main img').first()
    await image.evaluate((element: HTMLImageElement) => element.decode())
    await page.evaluate(twoFrames)
    expect((await measureShift(page)) - before, path).toBeLessThan(0.02)
    await page.unroute('**/download/file/**')
  }
})

/** Runs in the page: what was there has been drawn. */
const twoFrames = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

test('a tap on a link opens it before the program is there, and nothing is there for a keyboard @phone', async ({
  page,
  conduct,
}) => {
  await page.route(/\/assets\/.*\.js$/, () => {})
  await untilPrerendered(page, '/agenda')
  await openWithPicture(page, '/')
  // Styles hold up the painting: before them the link lies elsewhere, and nobody sees it.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const box = await page.locator('#early-page nav a[href="/agenda"]').boundingBox()
  if (!box) throw new Error('The link is not in the picture.')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForURL('/agenda', { waitUntil: 'commit' })
  await expect(page.locator('#early-page h1')).toContainText(zh('agenda:title'))
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('#early-page') ?? null)).toBeNull()
  expect(conduct.errors).toEqual([])
})

test('who chose another language, or has a wide screen, never sees a picture that is not theirs', async ({
  page,
}) => {
  // The program is held back, so that what is shown is what the server drew.
  await page.route(/\/assets\/.*\.js$/, () => {})
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  await openWithPicture(page, '/')
  await expect(page.locator('#early-page')).toBeHidden()
  await page.addInitScript(() => localStorage.removeItem('locale'))
  await page.goto('/', { waitUntil: 'commit' })
  const isWide = (page.viewportSize()?.width ?? 0) >= 768
  await expect(page.locator('#early-page h1')).toBeVisible({ visible: !isWide })
})
