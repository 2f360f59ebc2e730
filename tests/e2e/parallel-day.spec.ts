import type { Page } from '@playwright/test'
import { expect, test as base } from '../support/e2e.ts'
import { startForum, type ForumProcess } from '../support/forum-process.ts'
import { parallelDay, putParallelDay } from '../support/put-sessions.ts'

/** A forum of these tests' own, with a day of eleven sub-forums at the same time. */
const test = base.extend<object, { forum: ForumProcess }>({
  forum: [
    async ({}, use) => {
      const forum = await startForum()
      await putParallelDay(forum)
      await use(forum)
      await forum.stop()
    },
    { scope: 'worker' },
  ],
})

test.use({ appLocale: 'en' })

const numerals = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI']

async function openDay(page: Page, view: 'list' | 'grid'): Promise<void> {
  await page.goto(`/agenda?day=${parallelDay}&view=${view}`)
  await expect(page.locator('main a[href="/agenda/parallel-11-0600"]')).toBeAttached()
}

/** What a person sees of an element's text: none of it may lie outside. */
const cutOff = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((elements) =>
      elements
        .filter(
          (each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1,
        )
        .map((each) => each.textContent),
    )

const pageWidth = (page: Page) =>
  page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])

test('eleven sub-forums at a time: a list in the order of their numbers, each with its numeral [T35]', async ({
  page,
}) => {
  await openDay(page, 'list')
  const group = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '09:00' }) })
  const shown = await group
    .getByRole('listitem')
    .evaluateAll((cards) => cards.map((card) => card.querySelector('[title]')?.firstChild?.textContent))
  expect(shown).toEqual(numerals)
  const [scroll, client] = await pageWidth(page)
  expect(scroll).toBe(client)
})

test('the sheet of sub-forums has them from I to XI, each in a colour of its own [T35]', async ({ page }) => {
  await openDay(page, 'list')
  await page.getByRole('button', { name: 'Sub-forum' }).click()
  const tabs = page.getByRole('dialog').locator('[title]')
  await expect(tabs).toHaveCount(numerals.length)
  const found = await tabs.evaluateAll((elements) =>
    elements.map((tab) => [tab.firstChild?.textContent, getComputedStyle(tab).backgroundColor]),
  )
  expect(found.map(([numeral]) => numeral)).toEqual(numerals)
  expect(new Set(found.map(([, colour]) => colour)).size).toBe(numerals.length)
})

test('the timetable keeps times and room names in sight, and no room’s name is cut off [T35]', async ({
  page,
}) => {
  await openDay(page, 'grid')
  const grid = page.getByRole('region', { name: /^Timetable/ })
  await expect(grid.getByRole('heading', { level: 3 })).toHaveCount(numerals.length)
  expect(await cutOff(page, 'main section h3')).toEqual([])
  const frame = await grid.boundingBox()
  await grid.evaluate((element) => element.scrollTo(900, 300))
  const hour = await grid.getByText('10:00', { exact: true }).boundingBox()
  const room = await grid.getByRole('heading', { level: 3 }).last().boundingBox()
  // The times stay at the left edge, the names at the upper one.
  expect((hour?.x ?? 0) - (frame?.x ?? 0)).toBeLessThan(56)
  expect(Math.abs((room?.y ?? 0) - (frame?.y ?? 0))).toBeLessThanOrEqual(2)
  const [scroll, client] = await pageWidth(page)
  expect(scroll).toBe(client)
})

test('the chosen day is in sight on a narrow phone, with more days than fit', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openDay(page, 'list')
  await expect(page.locator('[aria-current=date]')).toBeInViewport({ ratio: 0.99 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
