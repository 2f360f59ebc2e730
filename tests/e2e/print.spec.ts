import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { star } from '../support/stars.ts'

test.use({ appLocale: 'en', colorScheme: 'dark' })

/** Paper of A4 less its margins. */
const paper = { width: 688, height: 972 }

async function toPaper(page: Page): Promise<void> {
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  // The rest of the day is drawn in idle moments.
  await expect(
    page.locator('a[href="/agenda/industry-cement"], a[href^="/agenda/industry"]').last(),
  ).toBeAttached()
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
}

async function expectPlain(page: Page): Promise<void> {
  for (const name of ['navigation', 'button', 'banner', 'searchbox'] as const)
    await expect(page.getByRole(name).filter({ visible: true })).toHaveCount(0)
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return { backgroundColor, color, width: document.documentElement.scrollWidth }
  })
  expect(colours).toMatchObject({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' })
  expect(colours.width).toBeLessThanOrEqual(paper.width)
}

test('a day prints as a list of times, titles, rooms and numerals, black on white [5]', async ({ page }) => {
  await page.goto('/agenda?day=2023-09-06&view=list')
  await toPaper(page)
  await expectPlain(page)
  await expect(page.getByRole('heading', { name: 'Wednesday 6 September' })).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: 'who pays for storage safety' }).last()
  await expect(line).toContainText('11:30–12:00')
  await expect(line).toContainText('Taihu Hall')
  await expect(line).toContainText('III')
})

test('a timetable prints room after room, nothing cut off [5]', async ({ page }) => {
  await page.goto('/agenda?day=2023-09-06&view=grid')
  await toPaper(page)
  await expectPlain(page)
  const blocks = await page.locator('main section section li').evaluateAll((items) =>
    items.map((item) => {
      const { top, bottom } = item.getBoundingClientRect()
      return { top, bottom, cut: item.scrollHeight > item.clientHeight + 1 }
    }),
  )
  expect(blocks.length).toBeGreaterThan(20)
  expect(blocks.filter((block) => block.cut)).toEqual([])
  expect(
    blocks.every((block, index) => index === 0 || block.top >= (blocks[index - 1]?.bottom ?? 0) - 1),
  ).toBe(true)
})

test('my agenda prints with all of its days [5]', async ({ page }) => {
  await star(page, ['opening-ceremony', 'storage-panel', 'closing-ceremony'])
  await page.goto('/agenda?mine=true&view=list')
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeEnabled()
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  await expectPlain(page)
  await expect(page.getByRole('table')).toHaveCount(3)
  await expect(page.getByRole('row').filter({ hasText: 'who pays for storage safety' })).toHaveText(
    /11:30–12:00.*III.*Taihu Hall/,
  )
})
