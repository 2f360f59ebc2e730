import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { full } from '../support/marks.ts'
import { holdScripts, listMoved, listPlaces, untilPrerendered } from '../support/early-page.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { en, zh } from '../support/texts.ts'

/** A control of the agenda: where it is on the early page, and the effect of one tap in the app. */
interface Control {
  find: (page: Page) => Locator
  expectEffect: (page: Page) => Promise<void>
}

const dialog = (page: Page) => page.locator('dialog[open]')

const controls: Readonly<Record<string, Control>> = {
  star: {
    find: (page) => page.locator('main button[aria-pressed][aria-labelledby]').first(),
    expectEffect: async (page) => {
      const stars = page.locator('main button[aria-pressed][aria-labelledby]')
      await expect(stars.first()).toHaveAttribute('aria-pressed', 'true')
      await expect(stars.nth(1)).toHaveAttribute('aria-pressed', 'false')
    },
  },
  filter: {
    find: (page) => page.locator('main button[aria-haspopup=dialog]').first(),
    expectEffect: async (page) => {
      await expect(dialog(page)).toHaveCount(1)
    },
  },
  day: {
    find: (page) => page.locator('main a[href*="day="]').nth(1),
    expectEffect: async (page) => {
      const days = page.locator('main a[href*="day="]')
      await expect(days.nth(1)).toHaveAttribute('aria-current', 'date')
      await expect(days.first()).not.toHaveAttribute('aria-current', 'date')
    },
  },
  language: {
    find: (page) => page.locator('header button[lang]'),
    expectEffect: async (page) => {
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(page.locator('header button[lang]')).toHaveText('中文')
    },
  },
  'menu button': {
    find: (page) => page.locator('nav button[aria-haspopup=dialog]'),
    expectEffect: async (page) => {
      await expect(dialog(page)).toHaveCount(1)
    },
  },
  'menu link': {
    find: (page) => page.locator(`nav a[href="/"]`),
    expectEffect: async (page) => {
      await expect(page).toHaveURL('/')
      await expect(page.locator('main h1')).not.toHaveText(zh('agenda:title'))
    },
  },
}

/** Opens the agenda and returns the centre of a control when it is on screen. */
async function locate(page: Page, { find }: Control): Promise<{ x: number; y: number }> {
  await page.goto('/agenda', { waitUntil: 'commit' })
  // Before the first paint, styles are missing and controls lie elsewhere.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const box = await find(page).boundingBox()
  if (!box) throw new Error('The control is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

for (const [name, control] of Object.entries(controls)) {
  test(`a tap on a ${name} before the app has rendered shows at once and counts once @phone`, async ({
    page,
    conduct,
  }) => {
    await untilPrerendered(page, '/agenda')
    const letGo = await holdScripts(page)
    const { x, y } = await locate(page, control)
    await page.touchscreen.tap(x, y)
    if (name === 'menu link') await page.waitForURL('/', { waitUntil: 'commit' })
    else await expect(page.locator('#early-page [data-pressed]')).toHaveCount(1)
    letGo()
    await untilDrawn(page)
    await control.expectEffect(page)
    // A second effect would come with the rest of the start.
    await page.waitForLoadState('networkidle')
    await control.expectEffect(page)
    expect(conduct.errors).toEqual([])
  })
}

test('a press that ends after the app has rendered counts once @phone', async ({ page }) => {
  await untilPrerendered(page, '/agenda')
  for (const control of Object.values(controls)) {
    const letGo = await holdScripts(page)
    const { x, y } = await locate(page, control)
    await page.mouse.move(x, y)
    await page.mouse.down()
    letGo()
    await untilDrawn(page)
    await page.mouse.up()
    await control.expectEffect(page)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.unroute(/\/assets\/.*\.js$/)
  }
})

test('a tap before a link to another page is not lost with the page @phone', async ({ page }) => {
  await untilPrerendered(page, '/agenda')
  const letGo = await holdScripts(page)
  const star = await locate(page, controls['star'] as Control)
  await page.touchscreen.tap(star.x, star.y)
  const home = await page.locator('nav a[href="/"]').boundingBox()
  if (!home) throw new Error('The link is not on the page.')
  await page.touchscreen.tap(home.x + home.width / 2, home.y + home.height / 2)
  letGo()
  await expect(page).toHaveURL('/')
  await page.goto('/agenda')
  await untilDrawn(page)
  await controls['star']?.expectEffect(page)
})

test('a drag from a text to a link opens nothing, and a scrolled page stays where it is @phone', async ({
  page,
}) => {
  await untilPrerendered(page, '/agenda')
  const letGo = await holdScripts(page)
  const { x, y } = await locate(page, controls['menu link'] as Control)
  await page.mouse.wheel(0, 250)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  const before = await listPlaces(page)
  await page.mouse.move(x, y - 300)
  await page.mouse.down()
  await page.mouse.move(x, y)
  await page.mouse.up()
  letGo()
  await untilDrawn(page)
  await page.waitForLoadState('networkidle')
  expect(new URL(page.url()).pathname).toBe('/agenda')
  expect(await listMoved(page, before)).toEqual([])
})

test('who comes by the English address sees the page in English before the app has rendered @phone', async ({
  page,
}) => {
  await untilPrerendered(page, '/agenda?lang=en')
  const letGo = await holdScripts(page)
  await page.goto('/agenda?lang=en', { waitUntil: 'commit' })
  const title = page.locator('#early-page h1')
  await expect(title).toBeVisible()
  await expect(title).toHaveText(en('agenda:title'))
  const before = await listPlaces(page)
  letGo()
  await untilDrawn(page)
  await page.waitForLoadState('networkidle')
  expect(before.length).toBeGreaterThan(10)
  expect(await listMoved(page, before)).toEqual([])
})

test.describe(
  'at any moment',
  full('one moment before and one after the app has rendered are in the gate'),
  () => {
    for (const [name, control] of Object.entries(controls))
      for (let afterMs = 0; afterMs <= 1900; afterMs += 100)
        test(`a tap on a ${name} counts once, ${afterMs} ms after the first paint @phone`, async ({
          page,
        }) => {
          await untilPrerendered(page, '/agenda')
          // The app renders within the moments that are tried, and not before all of them.
          await page.route(/\/assets\/.*\.js$/, async (route) => {
            await new Promise((resolve) => setTimeout(resolve, 300))
            await route.continue()
          })
          const { x, y } = await locate(page, control)
          await page.waitForFunction((ms) => {
            const [paint] = performance.getEntriesByName('first-contentful-paint')
            return paint !== undefined && performance.now() >= paint.startTime + ms
          }, afterMs)
          await page.touchscreen.tap(x, y)
          await control.expectEffect(page)
          await page.waitForLoadState('networkidle')
          await control.expectEffect(page)
        })
  },
)
