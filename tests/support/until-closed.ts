import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Waits until a sheet is closed and has left the history. It does so by a step back, which would end a navigation that a
 * test begins meanwhile.
 */
export async function untilClosed(page: Page, sheet: Locator): Promise<void> {
  await expect(sheet).toBeHidden()
  await expect.poll(() => page.evaluate(() => (history.state as { layers?: number }).layers)).toBeUndefined()
}
