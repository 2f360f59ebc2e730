import type { Page } from '@playwright/test'
import { findBeyondEdge } from '../support/beyond-edge.ts'
import { expect, test } from '../support/e2e.ts'
import { screens } from '../support/screens.ts'

test.use({ appLocale: 'en' })

/**
 * A language that nobody speaks, as Android's `ar-XB` is: the English texts, written from right to left. It shows what a
 * translation into Arabic would meet.
 */
function writeFromRightToLeft(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { documentElement: html, body } = document
    html.lang = 'ar-XB'
    html.dir = 'rtl'
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node.parentElement?.closest('script, style') || !node.textContent?.trim()) continue
      node.textContent = `\u202e${node.textContent}\u202c`
    }
  })
}

test('every screen is whole from right to left, on phones and wide screens', async ({ page }) => {
  test.setTimeout(120_000)
  for (const screen of screens) {
    await screen.open(page)
    await writeFromRightToLeft(page)
    expect.soft(await findBeyondEdge(page), screen.name).toEqual([])
  }
})

test('the frame is mirrored: the sign begins on the right, and what points does so the other way', async ({
  page,
}) => {
  await page.goto('/agenda/storage-panel')
  await expect(page.getByRole('article')).toBeVisible()
  const sign = page.getByRole('banner').getByRole('link').first()
  const person = page.getByRole('banner').getByRole('link', { name: 'User centre' })
  const back = page.locator('main svg[data-points]').first()
  const leftOf = async (part: typeof sign) => (await part.boundingBox())?.x ?? Number.NaN
  expect(await leftOf(sign)).toBeLessThan(await leftOf(person))
  await expect(back).toHaveCSS('scale', 'none')
  await writeFromRightToLeft(page)
  expect(await leftOf(sign)).toBeGreaterThan(await leftOf(person))
  await expect(back).toHaveCSS('scale', '-1 1')
})
