import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { screens } from '../support/screens.ts'

/** Width of the narrowest phones still in use, and letters twice as large as usual on an ordinary one. */
const conditions = [
  { name: '320 px wide', width: 320, textPercent: 100 },
  { name: 'with letters of double size', width: 390, textPercent: 200 },
]

for (const locale of ['zh-CN', 'en'] as const) {
  for (const { name, width, textPercent } of conditions) {
    test.describe(`${locale}, ${name}`, () => {
      test.use({ appLocale: locale, viewport: { width, height: 720 } })

      test('nothing lies beyond the edge of a screen @phone', async ({ page }) => {
        for (const screen of screens) {
          await screen.open(page)
          await page.evaluate((percent) => {
            document.documentElement.style.fontSize = `${percent}%`
          }, textPercent)
          expect.soft(await findOutside(page), screen.name).toEqual([])
        }
      })
    })
  }
}

/** What sticks out of the page or is cut off by it, but for what can be scrolled to. */
function findOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const canScroll = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || canScroll(element.parentElement))
    return [...document.querySelectorAll('#root *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest('svg, [aria-hidden="true"]') && !canScroll(element))
      .filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect()
        return own > 1 && (right > width + 1 || left < -1)
      })
      .map((element) => element.outerHTML.slice(0, 200))
  })
}
