import { findBeyondEdge } from '../support/beyond-edge.ts'
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
        test.setTimeout(120_000)
        for (const screen of screens) {
          await screen.open(page)
          await page.evaluate((percent) => {
            document.documentElement.style.fontSize = `${percent}%`
          }, textPercent)
          expect.soft(await findBeyondEdge(page), screen.name).toEqual([])
        }
      })
    })
  }
}
