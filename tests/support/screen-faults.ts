import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Rules = Parameters<AxeBuilder['options']>[0]

/** Every rule of axe but the experimental ones, and the size of targets, which it leaves off. */
const allRules: Rules = { rules: { 'target-size': { enabled: true } } }

/** What other colours, dark ones or those that are forced upon a page, can change of what all rules found. */
export const rulesOfColours: Rules = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** What axe finds on the page as it is, each with its place and the way to mend it. */
export async function findFaults(page: Page, rules = allRules): Promise<string[]> {
  // No page of ours has a frame of another host: axe need not put its answer together in a tab of its own.
  const { violations } = await new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: 'void 0' }) })
    .options({ ...rules, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
}

/** Whether the page holds axe from an earlier look: half a megabyte of program, which its driver sends twice a look. */
async function hasAxe(page: Page): Promise<boolean> {
  return page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
}
