import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Rules = Parameters<AxeBuilder['options']>[0]

/** All rules of axe except the experimental ones, plus the size of targets, which is off by default. */
const allRules: Rules = { rules: { 'target-size': { enabled: true } } }

/** Rules whose result can change in dark or forced colours. */
export const rulesOfColours: Rules = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Lists what axe finds on the page, with element and remedy. */
export async function findFaults(page: Page, rules = allRules): Promise<string[]> {
  // No page has a frame of another host, so axe need not combine results in another tab.
  const { violations } = await new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: 'void 0' }) })
    .options({ ...rules, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
}

/** Whether the page has axe from an earlier check: its driver would send half a megabyte twice per check. */
async function hasAxe(page: Page): Promise<boolean> {
  return page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
}
