import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { conductOn, expect, test } from '../support/e2e.ts'
import { screens } from '../support/screens.ts'

for (const locale of ['zh-CN', 'en'] as const) {
  test.describe(locale, () => {
    test.use({ appLocale: locale })

    test('no screen has a fault that axe finds, asks another host, or logs an error', async ({
      page,
      conduct,
      isMobile,
    }) => {
      test.setTimeout(360_000)
      for (const screen of screens) {
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
        await screen.open(page)
        expect.soft(await findFaults(page), `${screen.name}, light`).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
        await endTransitions(page)
        expect.soft(await findFaults(page, rulesOfColours), `${screen.name}, dark`).toEqual([])
        // One visit for all colours: opening the screens takes longer than looking at them. The same styles draw wide ones.
        if (isMobile) {
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

type Rules = Parameters<AxeBuilder['options']>[0]

/** Every rule of axe but the experimental ones, and the size of targets, which it leaves off. */
const allRules: Rules = { rules: { 'target-size': { enabled: true } } }

/** What other colours, dark ones or those that are forced upon a page, can change of what all rules found. */
const rulesOfColours: Rules = { runOnly: ['color-contrast', 'link-in-text-block'] }

async function findFaults(page: Page, rules = allRules): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options(rules).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
}

async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
}
