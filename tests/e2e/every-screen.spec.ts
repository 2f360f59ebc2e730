import type { Page } from '@playwright/test'
import { findBeyondEdge } from '../support/beyond-edge.ts'
import { conductOn, expect, test } from '../support/e2e.ts'
import { findMoving } from '../support/moving-parts.ts'
import { watchViolations } from '../support/policy-violations.ts'
import { mirrorPage } from '../support/right-to-left.ts'
import { full } from '../support/marks.ts'
import { findFaults, rulesOfColours } from '../support/screen-faults.ts'
import { screens } from '../support/screens.ts'
import { findSmallTargets } from '../support/small-targets.ts'

// Opening the screens takes longer than looking at them: what needs the same conditions is looked at in the same visit.

const walk = full(
  'opens every screen again and again; tests/component/screens.test.tsx has the public ones in the gate',
)

const forum = {
  'zh-CN': { name: '国际能源转型论坛', shortName: '能源转型论坛' },
  en: { name: 'International Energy Transition Forum', shortName: 'Energy Forum' },
} as const

for (const locale of ['zh-CN', 'en'] as const) {
  // Wide screens in the language with the longer words: what a language changes else, phones show.
  const { annotation } = walk
  test.describe(locale, { annotation, tag: locale === 'en' ? walk.tag : [walk.tag, '@phone'] }, () => {
    test.use({ appLocale: locale, contextOptions: { reducedMotion: 'no-preference' } })

    test('no screen has a fault that axe finds, a wrong name, an error, or a forbidden call [298, 303, S11]', async ({
      page,
      conduct,
      isMobile,
    }) => {
      test.setTimeout(600_000)
      const violations = await watchViolations(page)
      for (const screen of screens) {
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
        await screen.open(page)
        await expect.soft(page, screen.name).toHaveTitle(await titleOf(page, forum[locale]))
        expect.soft(violations.splice(0), `${screen.name}, policy`).toEqual([])
        expect.soft(await findFaults(page), `${screen.name}, light`).toEqual([])
        expect.soft(await findSmallTargets(page), `${screen.name}, for fingers`).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
        await endTransitions(page)
        expect.soft(await findFaults(page, rulesOfColours), `${screen.name}, dark`).toEqual([])
        // The same styles draw wide screens, which can be held upright.
        if (!isMobile) await lookUpright(page, screen.name)
        else {
          await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
          await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
          await endTransitions(page)
          expect.soft(await findFaults(page, rulesOfColours), `${screen.name}, forced colours`).toEqual([])
        }
        expect.soft(conductOn(screen, conduct), screen.name).toEqual({ errors: [], foreignRequests: [] })
      }
    })
  })
}

test.describe('for who wants no motion', walk, () => {
  test.describe('in Chinese', () => {
    test.use({ appLocale: 'zh-CN' })

    test('nothing moves on any screen, and nothing lies beyond its edge [303] @phone', async ({ page }) => {
      test.setTimeout(360_000)
      for (const screen of screens) {
        await screen.open(page)
        expect.soft(await findMoving(page), screen.name).toEqual([])
        await lookAtEdges(page, screen.name)
      }
    })
  })

  test.describe('in English', () => {
    test.use({ appLocale: 'en' })

    test('nothing moves on any screen, and nothing lies beyond its edge, from right to left neither [286]', async ({
      page,
      isMobile,
    }) => {
      test.setTimeout(360_000)
      for (const screen of screens) {
        await screen.open(page)
        expect.soft(await findMoving(page), screen.name).toEqual([])
        if (isMobile) await lookAtEdges(page, screen.name)
        await page.evaluate(mirrorPage)
        expect.soft(await findBeyondEdge(page), `${screen.name}, from right to left`).toEqual([])
      }
    })
  })
})

/** The name in the tab of the page that is open: its heading, then the forum. A search says before it what is looked for. */
async function titleOf(
  page: Page,
  { name, shortName }: { name: string; shortName: string },
): Promise<RegExp> {
  const heading = (await page.locator('h1').first().innerText()).trim()
  const title = heading === name ? name : `${heading} · ${shortName}`
  const plain = title.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)
  return new RegExp(`^([^·]+ · )?${plain}$`)
}

/** Looks at a tablet's screen in the other orientation, and leaves it as it was. */
async function lookUpright(page: Page, screen: string): Promise<void> {
  const opened = page.viewportSize()
  if (!opened) return
  await page.setViewportSize({ width: opened.height, height: opened.width })
  await page.evaluate(drawWith, 100)
  expect.soft(await findSmallTargets(page), `${screen}, upright, for fingers`).toEqual([])
  expect.soft(await findBeyondEdge(page), `${screen}, upright`).toEqual([])
  await page.setViewportSize(opened)
}

async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
}

/** Width of the narrowest phones still in use, and letters twice as large as usual on an ordinary one. */
const conditions = [
  { name: '320 px wide', width: 320, textPercent: 100 },
  { name: 'with letters of double size', width: 390, textPercent: 200 },
]

/** Looks at a screen under both, and leaves it as it was. */
async function lookAtEdges(page: Page, screen: string): Promise<void> {
  const opened = page.viewportSize()
  for (const { name, width, textPercent } of conditions) {
    await page.setViewportSize({ width, height: 720 })
    await page.evaluate(drawWith, textPercent)
    expect.soft(await findBeyondEdge(page), `${screen}, ${name}`).toEqual([])
  }
  if (opened) await page.setViewportSize(opened)
  await page.evaluate(drawWith, 100)
}

/** Runs in the page, until the app has drawn itself for its new size. */
async function drawWith(textPercent: number): Promise<void> {
  document.documentElement.style.fontSize = `${textPercent}%`
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
