import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { screens } from '../support/screens.ts'

for (const locale of ['zh-CN', 'en'] as const) {
  test.describe(locale, () => {
    test.use({ appLocale: locale })

    test('no screen has a fault that axe finds, asks another host, or logs an error', async ({
      page,
      conduct,
    }) => {
      test.setTimeout(180_000)
      for (const screen of screens) {
        await page.emulateMedia({ colorScheme: 'light' })
        await screen.open(page)
        expect.soft(await findFaults(page), `${screen.name}, light`).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
        await endTransitions(page)
        expect.soft(await findFaults(page), `${screen.name}, dark`).toEqual([])
        expect.soft(conduct, screen.name).toEqual({ errors: [], foreignRequests: [] })
      }
    })
  })
}

/** Every rule of axe but the experimental ones, and the size of targets, which it leaves off. */
async function findFaults(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
}

async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
}
